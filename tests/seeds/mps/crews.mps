* columns are the options, in their order; any others are determined
NAME
ROWS
 N  cost
 E  morning
 E  noon
 G  night
 L  van
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    Ann       cost                 4
    Ann       morning              1
    Ann       noon                 1
    Ann       van                  1
    Bob       cost               2.5
    Bob       morning              1
    Bob       night                1
    Cem       cost                 3
    Cem       noon                 1
    Cem       night                1
    Cem       van                  1
    Dee       cost                 2
    Dee       night                1
    MARKER    'MARKER'                 'INTEND'
RHS
    RHS       morning              1
    RHS       noon                 1
    RHS       night                2
    RHS       van                  1
RANGES
    RANGE     night                1
BOUNDS
 BV BOUND     Ann
 BV BOUND     Bob
 BV BOUND     Cem
 BV BOUND     Dee
ENDATA
