NAME          PLAN
ROWS
 N  COST
 E  TWO WAYS
 L  NORTH
COLUMNS
    M1        'MARKER'                 'INTORG'
    CREW 1    COST               3.0   TWO WAYS           1.0
    CREW 1    NORTH              1.0
    CREW 2    TWO WAYS           1.0
    M2        'MARKER'                 'INTEND'
RHS
    RHS       TWO WAYS           1.0   NORTH              1.0
BOUNDS
 BV BND       CREW 1
 UP BND       CREW 2             1.0
ENDATA
