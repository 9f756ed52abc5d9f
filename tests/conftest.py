"""What every test runs under: hypothesis draws the same examples each time, without a clock.

A red run must be red again when it is repeated, and a busy machine must not turn a green one red;
the clock that counts is the time-out of each test. `make fuzz` is where new examples are sought.
"""

from hypothesis import settings

settings.register_profile("kibitz", deadline=None, derandomize=True)
settings.load_profile("kibitz")
