"""SQL that one visitor could send to keep a site from all others. Name -> query."""

from __future__ import annotations

COUNTING = "with recursive n(x) as (select 1 union all select x + 1 from n)"
DOUBLING = (
    "with recursive d(n, s) as (select 1, 'ab' union all select n + 1, s || s from d where n < 40)"
)
ALL = "card_version a, card_version b, card_version c, card_version d, card_version e"
NUMBERS = "with recursive n(x) as (select 1 union all select x + 1 from n where x < {})"

# Each stops a thread, fills the memory or the disk of an undefended site in another way.
FIRST = {
    "one call of instr": (
        "select instr(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'a') || 'b')"
    ),
    "one call of trim": (
        "select trim(printf('%.*c', 100000, 'a'),"
        " replace(hex(zeroblob(25000)), '0', char(98, 99)) || 'a')"
    ),
    "one call of replace": (
        "select length(replace(printf('%.*c', 4000000, 'a'), printf('%.*c', 2000000, 'a') || 'b',"
        " 'c'))"
    ),
    "like": ("select printf('%.*c', 4000000, 'a') like '" + "%a" * 90 + "%b'"),
    "glob": "select printf('%.*c', 2000000, 'a') glob '" + "*a" * 90 + "*b'",
    "a blob a row": "select zeroblob(15999999) from card_version",
    "texts a row": "select printf('%.*c', 1000000, 'x') || a.id from card_version a, card b",
    "doubling": f"{DOUBLING} select length(s) from d",
    "doublings kept": f"{DOUBLING} select s from d",
    "group_concat": f"select group_concat(a.text || b.text) from {ALL}",
    "json_group_array": f"select json_group_array(a.text) from {ALL}",
    "sorted on disk": f"select a.text, b.text, c.text, d.id from {ALL} order by random()",
    "window": f"select sum(a.id) over (order by b.text || c.text) from {ALL}",
    "cross join": f"select count(*) from {ALL}",
    "counting": f"{COUNTING} select max(x) from n",
    "counting set": (
        "with recursive n(x) as (select 1 union select x + 1 from n) select count(*) from n"
    ),
    "temporary table of texts": (
        f"{NUMBERS.format(100000000)}, t as materialized (select x, printf('%.*c', 1000, 'x') as y"
        " from n) select count(*) from t join t as u on t.y = u.y"
    ),
    "json of depth": (
        "select json_extract(printf('%.*c', 900, '[') || printf('%.*c', 900, ']'), '$[0]')"
        f" from {ALL}"
    ),
    "fts flood": (
        "select count(*) from card_fts a, card_fts b where card_fts match '"
        + " OR ".join(f"{letter}*" for letter in "abcdefghijklmnopqrstuvwxyz")
        + "'"
    ),
}

MORE = {
    "one call of ltrim": (
        "select ltrim(printf('%.*c', 4000000, 'a'), hex(zeroblob(100000)) || 'a')"
    ),
    "one call of rtrim": (
        "select rtrim(printf('%.*c', 4000000, 'a'), hex(zeroblob(100000)) || 'a')"
    ),
    "replace makes more": (
        "select length(replace(printf('%.*c', 4000, 'a'), 'a', printf('%.*c', 3900, 'b')))"
        f" from {ALL}"
    ),
    "wide printf": f"select printf('%*d', 15000000, 1) from {ALL}",
    "precise printf": "select printf('%.*f', 15000000, 1.5) from card_version",
    "randomblob": f"select randomblob(15000000) from {ALL}",
    "hex": f"select length(hex(randomblob(7000000))) from {ALL}",
    "quote": f"select length(quote(zeroblob(7000000))) from {ALL}",
    "char of like": "select 'a' like printf('%.*c', 15000000, '%')",
    "escape": f"select text like '{'%_' * 95}' escape 'e' from {ALL}",
    "json_group_object": f"select json_group_object(a.id || b.id || c.id, a.text) from {ALL}",
    "json_each": (
        "select count(*) from json_each('[' || printf('%.*c', 4000000, ',') || ']') a, card b"
    ),
    "json_tree": (
        f"{NUMBERS.format(100000)}, j(j) as (select json_group_array(x) from n)"
        " select count(*) from j, json_tree(j.j) a, json_tree(j.j) b"
    ),
    "distinct": f"select distinct a.text || b.text || c.text || d.id from {ALL}",
    "union": (
        "select count(*) from (select a.text || b.text || c.text from card_version a,"
        " card_version b, card_version c union select text from card_version)"
    ),
    "group by": f"select count(*) from {ALL} group by a.text || b.text || c.text || d.text",
    "row_number": f"select row_number() over (order by random()) from {ALL}",
    "subquery a row": f"select (select count(*) from {ALL} where a.id > v.id) from card_version v",
    "exists": f"select 1 from card v where not exists (select 1 from {ALL} where a.id < 0)",
    "concatenated in windows": (
        f"select group_concat(a.text) over (rows unbounded preceding) from {ALL}"
    ),
    "strftime": f"select strftime(printf('%.*c', 1000000, '%') || 'd', 'now') from {ALL}",
    "unicode": f"select upper(lower(printf('%.*c', 10000000, 'ß'))) from {ALL}",
    "snippet": (
        "select snippet(card_fts, -1, printf('%.*c', 1000000, 'x'), 'y', 'z', 64)"
        " from card_fts, card b, card c where card_fts match 'a*'"
    ),
    "highlight": (
        "select highlight(card_fts, 1, printf('%.*c', 1000000, 'x'), 'y')"
        " from card_fts, card b, card c where card_fts match 'a* OR t*'"
    ),
    "fts near": "select * from rule_fts where rule_fts match 'NEAR(a* b* c* d*, 1000000)'",
    "escape_fts": "select escape_fts(printf('%.*c', 15000000, '\"')) from card_version",
    "escape_fts words": "select escape_fts(printf('%.*c', 7000000, 'a')) from card_version",
    "explain": f"explain select * from {', '.join(f'card c{n}' for n in range(60))}",
    "integrity": "select * from pragma_integrity_check",
    "quick_check": "select * from pragma_quick_check, card a, card b",
}

# What SQL must not do on any site, or cannot: an answer that says so, no more.
REFUSED = {
    "load_extension": "select load_extension('/tmp/x')",
    "readfile": "select readfile('/etc/passwd')",
    "writefile": "select writefile('/tmp/x', 'y')",
    "edit": "select edit('x', 'sh')",
    "fts3_tokenizer": "select fts3_tokenizer('simple')",
    "attach": "attach 'x.db' as x",
    "vacuum": "vacuum into 'x.db'",
    "delete": "delete from card",
    "delete of a cte": "with x as (select 1) delete from card",
    "insert of a cte": "with x as (select 1) insert into meta select 'a', 'b'",
    "returning": "with x as (select 1) update card set name = '' returning name",
    "fts command": "with x as (select 1) insert into card_fts(card_fts) values ('rebuild')",
    "create": "create temp table x(y)",
    "pragma": "pragma journal_mode = delete",
    "pragma after a comment": "/* x */ pragma query_only = 0",
    "two statements": "select 1; select 2",
    "fts syntax": "select * from card_fts where card_fts match 'AND ('",
    "fts column": "select * from card_fts where card_fts match 'nope: x'",
    "fts5vocab": "select * from fts5vocab",
    "long like": f"select 'a' like '{'%a' * 150}'",
    "columns": "select " + ", ".join("1" for _ in range(2001)),
    "depth": "select " + "(" * 1500 + "1" + ")" * 1500,
    "terms": " union ".join(["select 1"] * 501),
    "nothing": ";",
    "a null character": "select 'a\0b'",
    "parameters": "select " + ", ".join(f"?{n}" for n in range(1, 300)),
    "too much": "select zeroblob(1000000000)",
}
HARMLESS = {
    "long column": f'select 1 as "{"x" * 3000}"',
    "2000 columns": "select " + ",".join("1" for _ in range(1900)),
    "hundreds of terms": " union all ".join(["select 1"] * 200),
    "deep": "select " + "-(" * 300 + "1" + ")" * 300,
    "same names": "select " + ", ".join("1 as a" for _ in range(300)),
    "surrogate": "select char(55296), cast(x'ff' as text), cast(x'eda080' as text)",
    "infinite": "select 9e999, -9e999, 0.0 / 0",
    "not utf-8": "select cast(x'ff00fe' as text) as t, x'00ff' as b",
}
