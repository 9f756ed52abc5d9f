"""The training room: runs of `kibitz train`, watched and controlled through their folders.

    access       who may use it: local requests, or the owner's token
    runs         the runs' folder: ids, files, and the state of each run
    processes    detached processes, whether they are alive, and what they use
    launch       start and resume runs
    tail         the end of growing files
    forms        recipes and their settings, as a form shows them
    jobs         evaluations and matches of one snapshot
    players      a snapshot as a bot that can sit at a table
    leagues      leagues and their agents
    presets      named settings
    cleaning     disk use

The server keeps nothing about a run in memory: it joins runs that were started in a terminal, and
runs outlive it.
"""
