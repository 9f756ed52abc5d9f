"""Worker processes: everything that takes time to compute runs here, as one kind of question.

    process        a child process: its environment, and how it is started
    question       the format of questions and answers; views as plain data
    worker_main    the main of a worker process: `python -m kibitz.workers.worker_main`
    worker_handle  one worker process, seen from its parent
    worker_pool    the pool: lanes of workers, deadlines, cancellation, replacement
    errors         why a question has no answer

This layer knows no particular kind of question. A caller gives the pool its kinds, each with the
dotted name of the function that answers it; only the worker process imports that function.
"""
