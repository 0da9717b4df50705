"""The page in the browser: a thin door of JSON and server-sent events onto the verbs of the API.

    server       listens, and ends everything on Ctrl-C
    connections  how many, and how long one waits for their requests
    guard        who may ask: Host, Origin, token, and the headers of every answer
    application  the routes
    bodies       what comes in, checked; a `RefusedError` becomes a clear JSON error
    answers      what goes out
    shelf        the collections that can be opened by name
    verbs        how a question is answered: solve, optimise, diagnose, hint, judge
    questions    how many run at once, how many wait, and when they are stopped
    tabs         the pages that are open, and what each is still to be told
    events       a tab's stream of server-sent events
    static/      the page: plain ES modules and CSS, no build step

Starlette and uvicorn (the extra `web`) are imported here and nowhere else.
"""
