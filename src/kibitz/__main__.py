"""`python -m kibitz` is the command `kibitz`."""

from kibitz.interfaces.cli.app import main

if __name__ == "__main__":
    main()
