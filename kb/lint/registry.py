"""All rules, in the order in which they are told."""

from __future__ import annotations

from kb.lint.copies import Misquotation, ReprintDiffers
from kb.lint.credits import ArtistVariant, CreditMalformed, CreditMissing
from kb.lint.decks import BaseCount, BaseNumbers, CardTwice, DeckSize, ImageTwice
from kb.lint.errata import (
    ClarificationBullet,
    ClarificationsMissing,
    ErratumContradicts,
    ErratumForm,
    ErratumMissing,
    ErratumNotApart,
    ErratumPlaceholder,
)
from kb.lint.links import (
    DoubleRedirect,
    FactionList,
    MissingAnchor,
    UnlinkedPartner,
    UnresolvedLink,
)
from kb.lint.markup import BrokenHeading, HeadingLevel, UnbalancedMarkup
from kb.lint.mentions import UnresolvedMention
from kb.lint.names import NameVariant
from kb.lint.notation import FullStop, PowerInText, PowerNotation, VpSpacing
from kb.lint.page import Rule
from kb.lint.prose import (
    DoubleWord,
    EmptySection,
    MisspeltWord,
    PrintReference,
    ToBeDone,
    Underscores,
    UnknownComplexity,
)
from kb.lint.revisions import NewestBlank, NotUnderstood
from kb.lint.sets import SetVariant
from kb.lint.titans import TitanList, TitanOnPage

RULES: tuple[Rule, ...] = (
    DeckSize(),
    BaseCount(),
    BaseNumbers(),
    CardTwice(),
    ImageTwice(),
    TitanOnPage(),
    TitanList(),
    ReprintDiffers(),
    ErratumPlaceholder(),
    ErratumMissing(),
    ErratumForm(),
    ErratumNotApart(),
    ErratumContradicts(),
    ClarificationBullet(),
    ClarificationsMissing(),
    Misquotation(),
    PowerNotation(),
    PowerInText(),
    VpSpacing(),
    FullStop(),
    CreditMissing(),
    CreditMalformed(),
    ArtistVariant(),
    SetVariant(),
    NameVariant(),
    UnresolvedMention(),
    UnresolvedLink(),
    MissingAnchor(),
    DoubleRedirect(),
    UnlinkedPartner(),
    FactionList(),
    UnknownComplexity(),
    ToBeDone(),
    EmptySection(),
    DoubleWord(),
    MisspeltWord(),
    PrintReference(),
    Underscores(),
    UnbalancedMarkup(),
    BrokenHeading(),
    HeadingLevel(),
    NewestBlank(),
    NotUnderstood(),
)
