"""`python -m kibitz` is the command `kibitz`."""

import sys

INTERRUPTED = 130  # the same as in the command, which may not be there yet

if __name__ == "__main__":
    try:
        from kibitz.cli.app import main
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    main()
