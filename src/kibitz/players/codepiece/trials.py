"""The games that `kibitz bot check` plays in turn: single deals, and short matches."""

TRIALS = [{}, {}, {}, {"match": True, "target": 20, "deals": 2}]
