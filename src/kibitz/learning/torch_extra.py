"""torch for training, or an error that names the extra: import it from here first."""

from kibitz.core.errors import MissingExtra
from kibitz.core.extras import install

try:
    import torch
except ImportError:
    raise MissingExtra(f"training needs torch: {install('train')}") from None

__all__ = ["torch"]
