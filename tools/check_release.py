"""Check that a release is consistent: python tools/check_release.py [--tag v1.2.3]

The version has one home, src/kibitz/_version.py. The citation must name it, the changelog must have
a section for it, and a tag, if there is one (also from GITHUB_REF_NAME), must be its name. Exits
with 1 and one line for everything that does not fit.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r'^__version__ = "(\d+\.\d+\.\d+)"$', re.MULTILINE)


def problems(root: Path, tag: str | None) -> list[str]:
    """Return what does not fit, as sentences."""
    found = VERSION.search((root / "src/kibitz/_version.py").read_text("utf-8"))
    if found is None:
        return ["src/kibitz/_version.py has no version of the form 1.2.3"]
    version, problems_found = found[1], []
    if f"\nversion: {version}\n" not in (root / "CITATION.cff").read_text("utf-8"):
        problems_found.append(f"CITATION.cff does not name version {version}")
    if not re.search(
        rf"^## {re.escape(version)}\b", (root / "CHANGELOG.md").read_text("utf-8"), re.M
    ):
        problems_found.append(f"CHANGELOG.md has no section for {version}")
    if tag is not None and tag != f"v{version}":
        problems_found.append(f"the tag {tag} is not v{version}")
    wanted = ("LICENSE", "README.md", "SECURITY.md")
    return problems_found + [f"{file} is missing" for file in wanted if not (root / file).is_file()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    on_tag = os.environ.get("GITHUB_REF_TYPE") == "tag"
    parser.add_argument("--tag", default=os.environ.get("GITHUB_REF_NAME") if on_tag else None)
    problems_found = problems(ROOT, parser.parse_args().tag)
    for line in problems_found:
        print(line, file=sys.stderr)
    return 1 if problems_found else 0


if __name__ == "__main__":
    sys.exit(main())
