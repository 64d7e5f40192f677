NAME plan
ROWS
 N  cost
 E  north
 L  south
COLUMNS
    MARKER  'MARKER'  'INTORG'
    x1  cost  4  north  1
    x1  south  2
    x2  nort  1
    MARKER  'MARKER'  'INTEND'
RHS
    RHS  north  1  south  3.5
BOUNDS
 BV B  x1
 UP B  x2  5
ENDATA
