"""The games that `kibitz bot check` plays in turn: single deals, and short matches."""

TRIALS = [{}, {}, {"scoring": "exact"}, {"match": True, "target": 300, "deals_max": 3}]
