"""The line between owning a GPU and renting one, from scenarios, logs and a machine's own windows."""

from os import PathLike
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, TypedDict, Union

import numpy as np
import numpy.typing as npt

__version__: str
OUTCOMES: Tuple[str, ...]
"""What the numbers of whatif()'s "outcome" stand for."""

_Path = Union[str, bytes, "PathLike[str]", "PathLike[bytes]"]
_Scenario = Union["Scenario", _Path]
_Context = Mapping[str, Union[str, float]]
"""task, driver, os, virtualization, network: names; temperature_c: a number."""

class InputError(ValueError):
    """An input is wrong or cannot be read."""

    message: str
    hint: str
    file: str
    line: int
    column: int

class Scenario:
    def __init__(self, path: _Path) -> None: ...
    @staticmethod
    def from_text(toml: str, name: str = "scenario.toml") -> "Scenario": ...
    def set(self, key: str, value: str) -> None:
        """As --set key=value; a refused value changes nothing."""
    @property
    def name(self) -> str: ...
    @property
    def currency(self) -> str: ...

class Components(TypedDict):
    name: List[str]
    standing_per_h: List[float]
    busy_per_h: List[float]
    line_without: List[float]

class Line(TypedDict):
    scenario: str
    currency: str
    outcome: str
    line: Optional[float]
    base_line: Optional[float]
    lines: List[float]
    half_width: Optional[float]
    hours_a_day: Optional[float]
    reason: str
    own_standing_per_h: float
    own_busy_per_h: float
    rent_standing_per_h: float
    rent_busy_per_h: float
    components: Components
    remarks: List[str]

class Audit(TypedDict):
    """One row for each GPU. A number that is not known is NaN (or -1 for the GPU's own number)."""

    number: List[int]
    name: List[str]
    uuid: List[str]
    kernels: List[int]
    sum_ns: List[int]
    union_ns: List[int]
    observed_ns: List[int]
    effective_ns: List[int]
    effective_ratio: List[float]
    sampled: List[bool]
    trusted: List[bool]
    failed_checks: List[List[str]]
    line: List[float]
    verdict: List[Optional[str]]
    winner: List[Optional[str]]
    hours_needed: List[float]
    reason: List[str]
    remarks: List[List[str]]

class Terms(TypedDict):
    name: List[str]
    level: List[Optional[str]]
    weight: List[float]
    std_error: List[float]
    ci95_low: List[float]
    ci95_high: List[float]
    identified: List[bool]
    verdict: List[str]

class Calibration(TypedDict):
    rows: int
    rows_used: int
    days: float
    target: str
    base: float
    base_std_error: float
    r_squared: Optional[float]
    residual_sd: float
    terms: Terms
    rejects: Dict[str, int]
    remarks: List[str]
    advice: List[str]
    toml: str

class WhatIf(TypedDict):
    value: npt.NDArray[np.float64]
    line: npt.NDArray[np.float64]
    outcome: npt.NDArray[np.int8]

def line(scenario: _Scenario, context: Optional[_Context] = None) -> Line:
    """Where the breakeven line lies and what it is made of."""

def audit(
    logs: Union[_Path, Iterable[_Path]],
    scenario: Optional[_Scenario] = None,
    context: Optional[_Context] = None,
    *,
    allow_samples: bool = False,
    margin: Optional[float] = None,
    window_s: Optional[float] = None,
    same_gpu: bool = False,
) -> Audit:
    """How much each GPU of the logs really computed: pandas.DataFrame(breakeven.audit(...))."""

def calibrate(
    data: Any,
    *,
    reference: Optional[_Scenario] = None,
    prior: str = "published",
    errors: str = "newey-west",
    robust: bool = False,
    threads: int = 1,
) -> Calibration:
    """A machine's own weights, from columns (a dict or a DataFrame) or from the paths of files."""

def whatif(
    scenario: _Scenario,
    key: str,
    values: npt.ArrayLike,
    unit: str = "",
    context: Optional[_Context] = None,
) -> WhatIf:
    """The line at each value of one key, counted in `unit`. A C-contiguous float64 array is read where it lies."""
