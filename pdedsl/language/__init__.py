"""Step 1 of 3, as text: the `.pde` language."""

from pdedsl.language.checks import ByField
from pdedsl.language.derivations import derivable, derive
from pdedsl.language.equation_text import format_definition, format_equation, format_term
from pdedsl.language.formatting import format_text
from pdedsl.language.grammar import (
    Apply,
    Constant,
    Grammar,
    Integer,
    Number,
    Reference,
    Rule,
    Template,
    Variable,
    minimum_depths,
)
from pdedsl.language.grammar_count import expression_counts
from pdedsl.language.grammar_notes import grammar_notes
from pdedsl.language.kind import describe_expected
from pdedsl.language.lone_equation import LoneEquation, assumptions, both_parts, describe
from pdedsl.language.notes import notes
from pdedsl.language.options import (
    EstimateOptions,
    MethodOptions,
    Options,
    SearchOptions,
    SelectOptions,
    SolveOptions,
    TestOptions,
)
from pdedsl.language.out_of_reach import refuse_out_of_reach
from pdedsl.language.overrides import with_overrides
from pdedsl.language.printing import format_expression
from pdedsl.language.reading import (
    classify_equation,
    is_half_equation,
    parse,
    parse_equation,
    parse_expression,
    parse_file,
)
from pdedsl.language.specification import DataSource, Export, Slice, Specification, TimeUnit
from pdedsl.language.stock import stock_grammar
from pdedsl.language.template_text import format_rule, format_template
from pdedsl.language.unparse import unparse

__all__ = [
    "Apply",
    "ByField",
    "Constant",
    "DataSource",
    "EstimateOptions",
    "Export",
    "Grammar",
    "Integer",
    "LoneEquation",
    "MethodOptions",
    "Number",
    "Options",
    "Reference",
    "Rule",
    "SearchOptions",
    "SelectOptions",
    "Slice",
    "SolveOptions",
    "Specification",
    "Template",
    "TestOptions",
    "TimeUnit",
    "Variable",
    "assumptions",
    "both_parts",
    "classify_equation",
    "derivable",
    "derive",
    "describe",
    "describe_expected",
    "expression_counts",
    "format_definition",
    "format_equation",
    "format_expression",
    "format_rule",
    "format_template",
    "format_term",
    "format_text",
    "grammar_notes",
    "is_half_equation",
    "minimum_depths",
    "notes",
    "parse",
    "parse_equation",
    "parse_expression",
    "parse_file",
    "refuse_out_of_reach",
    "stock_grammar",
    "unparse",
    "with_overrides",
]
