"""The Whoosh index of a generation: made whole or from the former one, read by ruling and search.

The only user of whoosh, with the API that its continuations share. The index of generation N is the
folder `PATH.index/N/`: made under another name, complete with its marker, then renamed, all before
the database commits N. A reader opens the folder that the database names, and only when the marker
there says that it is of this format and this build, so that a foreign index is never unpickled.
"""

import sys
from contextlib import suppress
from types import ModuleType

# whoosh.compat imports urllib.request, and with it http, email and ssl, for a function that nothing
# here calls: a quarter of the time that `ruling` takes to start. It gets an empty stand-in instead.
if "urllib.request" not in sys.modules:
    sys.modules["urllib.request"] = stand_in = ModuleType("urllib.request")
    stand_in.urlretrieve = None  # type: ignore[attr-defined]
    with suppress(ImportError):  # a continuation of Whoosh without that module, or in need of more
        import whoosh.compat  # noqa: F401
    del sys.modules["urllib.request"]
