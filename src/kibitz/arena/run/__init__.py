"""Running a match: jobs, worker processes, and optionally a Ray cluster."""
