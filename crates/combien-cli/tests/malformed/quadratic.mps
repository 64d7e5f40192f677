OBJSENSE
    MAX
ROWS
 N  cost
 E  north
COLUMNS
    x1  north  1
QUADOBJ
    x1  x1  2
ENDATA
