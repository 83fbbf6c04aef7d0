/* A calculator. Try
     lyre grammar --word --length=7.. --tokens=examples/calc.tokens examples/calc.y
     lyre grammar --ambiguous --tokens=examples/calc.tokens examples/calc.y */
%token NUMBER
%left '+' '-'
%left '*' '/'
%%
line : expr '\n' { printf ("%d\n", $1); }
     ;
expr : expr '+' expr { $$ = $1 + $3; }
     | expr '*' expr { $$ = $1 * $3; }
     | '(' expr ')'  { $$ = $2; }
     | '-' expr %prec '*'
     | NUMBER
     ;
%%
int main (void) { return yyparse (); }
