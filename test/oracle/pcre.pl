#!/usr/bin/perl
# What perl says, whose syntax PCRE takes over.
#
# Reads lines "p PATTERN" and "w WORD", both as UTF-8 in hexadecimal, and
# answers each with a line: "ok" or "bad" for a pattern, "1" or "0" for a word
# that the last pattern matches as a whole or not, "?" if it takes too long.
# Characters beyond ASCII are no letters, as in PCRE by default: (?^aa).
# Wants PERL_SIGNALS=unsafe, to be able to stop a match.
use strict;
use warnings;
no warnings;
use Encode;

my $whole;
$SIG{ALRM} = sub { die "too long\n" };

while (my $line = <STDIN>) {
  my ($kind, $hex) = $line =~ /^([pw]) ([0-9a-f]*)/ or next;
  my $text = decode ("UTF-8", pack ("H*", $hex));
  if ($kind eq "p") {
    $whole = eval { qr/$text/aa; qr/\A(?:$text)\z/aa };
    # An x in the pattern may turn our own end into a comment.
    $whole = eval { qr/\A(?:$text\n)\z/aa } if !$whole && $text =~ /\(\?\w*x/;
    print $whole ? "ok\n" : "bad\n";
    next;
  }
  my $answer = "?";
  if ($whole) {
    eval { alarm 1; $answer = $text =~ $whole ? "1" : "0"; alarm 0; };
    alarm 0;
  }
  print "$answer\n";
}
