"""What stands between the open web and the knowledge base when it is served.

A request passes these rooms in order: `refusals` (is it small and well formed, may this visitor ask
that), `answers` (one generation a page, ETag, headers, compression), Datasette, and below it
`database` (each query within its limits), which reads a copy of the file made by `published`.
What a visitor wrote in SQL runs in a process of its own (`visitor_sql`, `visitor_process`).
"""
