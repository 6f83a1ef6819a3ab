"""What stands between the open web and the knowledge base when it is served.

`command` starts the site as `options` say. A request passes these rooms in order:

- `connections`: those over which nothing moves are closed
- `refusals`: is it small and well formed, may this visitor ask that, how much does it ask for
- `answers`: lanes, so that what costs little never waits behind what costs much; one state a page;
  `held` keeps an answer until it is whole, `headers` its ETag and what browsers may do with it
- Datasette; `mistakes` says what to answer to its errors
- `database`: each query of a `visits` within its limits (`queries`), on a copy of the file made by
  `published`; `search_words` is for search boxes
- `visitor_sql`: what a visitor wrote in SQL, in a process of its own, which runs `visitor_process`
"""
