"""Scores that are probabilities: how often a find of this score is right.

The networks are sure of themselves in their own way; a monotone map for each kind of find (Platt
1999, in log-odds), fitted on documents outside training, says what that is worth. Thresholds stay
in the model's own terms, and the map, being monotone, says what they mean.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

_EDGE = 1e-3  # nearer to 0 and 1 no probability is believed: all are as good as this


@dataclass(frozen=True, slots=True)
class Scale:
    """A map of probabilities: `slope` times the log-odds plus `shift`; the slope is above zero."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, raw: float) -> float:
        """The share of finds with this raw probability that are right.

        >>> Scale()(0.3), round(Scale(2.0, 0.0)(0.8), 3)
        (0.3, 0.941)
        """
        return raw if self == Scale() else _share(self.slope * log_odds(raw) + self.shift)

    def inverse(self, share: float) -> float:
        """The least raw probability that is worth this share; infinity where none is.

        >>> round(Scale(2.0, 0.5).inverse(Scale(2.0, 0.5)(0.7)), 6)
        0.7
        """
        if self == Scale() or share <= self(0.0):
            return share if self == Scale() else 0.0
        if share > self(1.0):
            return math.inf
        return _share((log_odds(share, 1e-12) - self.shift) / self.slope)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a raw score is worth, for each kind of find; the maps change nothing by default."""

    mention: Scale = Scale()
    entity: Scale = Scale()
    relation: Scale = Scale()

    @classmethod
    def read(cls, settings: Mapping[str, Mapping[str, float]]) -> "Calibration":
        """Out of a model's settings; raises TypeError or ValueError for what is none."""
        scales = {kind: Scale(**scale) for kind, scale in settings.items()}
        if not all(scale.slope > 0 and math.isfinite(scale.shift) for scale in scales.values()):
            raise ValueError("a calibration's slope must be above zero, and its shift finite")
        return cls(**scales)

    def of(self, kind: str) -> Scale:
        """The scale of a kind of find, by its name."""
        scale: Scale = getattr(self, kind)
        return scale


def log_odds(share: float, edge: float = _EDGE) -> float:
    """The logarithm of the odds of a probability that is first kept `edge` away from 0 and 1."""
    kept = min(max(share, edge), 1 - edge)
    return math.log(kept / (1 - kept))


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds >= 0 else 1 - 1 / (1 + math.exp(odds))
