"""The web page: a thin layer of JSON and server-sent events over the API.

    server       listens, and shuts down on Ctrl-C
    connections  limits the number of connections and their idle time
    guard        access control (Host, Origin, token) and security headers
    application  the routes
    bodies       validates requests; a `RefusedError` becomes a clear JSON error
    answers      the JSON of responses
    shelf        the collections that can be opened by name
    verbs        answers questions: solve, optimise, diagnose, hint, judge
    questions    runs, queues and stops questions
    tabs         the open pages, and the events that each has not received yet
    events       a tab's stream of server-sent events
    static/      the page: plain ES modules and CSS, no build step

Starlette and uvicorn (the extra `web`) are imported only in this package.
"""
