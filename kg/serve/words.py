"""How the pages name roles and relations, read from the paper and from the concept."""

# What a paper does.
ROLES: dict[str, str] = {
    "proposes": "proposed in",
    "introduces": "introduced in",
    "uses": "used in",
    "evaluatesOn": "evaluated on in",
    "addresses": "addressed in",
    "measures": "measured in",
    "comparesWith": "compared with in",
    "mentions": "mentioned in",
}

# A statement, from its subject to its object.
STATEMENTS: dict[str, str] = {
    "proposes": "proposes",
    "introduces": "introduces",
    "uses": "uses",
    "evaluatesOn": "evaluates on",
    "addresses": "addresses",
    "measures": "measures",
    "comparesWith": "compares with",
    "mentions": "mentions",
    "usedFor": "used for",
    "buildsOn": "builds on",
    "evaluatedOn": "evaluated on",
    "comparedWith": "compared with",
    "measuredBy": "measured by",
    "broader": "is a kind of",
    "closeMatch": "perhaps the same as",
}

# The same, from its object to its subject.
BACKWARDS: dict[str, str] = {
    "usedFor": "done with",
    "buildsOn": "built upon by",
    "evaluatedOn": "evaluates",
    "comparedWith": "compared with",
    "measuredBy": "measures",
    "broader": "kinds",
    "closeMatch": "perhaps the same as",
}
