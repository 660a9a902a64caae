# A client by Net::SMPP: binds, sends texts, and prints what it receives.
use strict;
use warnings;
use Net::SMPP;
$| = 1;
my ($port, $count) = @ARGV;
my ($link, $resp) = Net::SMPP->new_transceiver('127.0.0.1', port => $port, smpp_version => 0x34,
  system_id => 'perl', password => 'secret', timeout => 20) or die "no bind: $!";
print 'bound ', $resp->{system_id}, "\n";
for my $n (1 .. $count) {
  $link->submit_sm(async => 1, source_addr => '13025550100', destination_addr => 13034000000 + $n,
    registered_delivery => 1, short_message => "Text $n");
}
my ($responses, $receipts) = (0, 0);
while ($responses < $count || $receipts < $count) {
  my $pdu = $link->read_pdu or die 'the connection ended';
  if ($pdu->{cmd} == 0x80000004) {
    $responses += 1;
    print "taken $pdu->{message_id}\n";
  } elsif ($pdu->{cmd} == 0x5) {
    $receipts += 1;
    print "received $pdu->{short_message}\n";
    $link->deliver_sm_resp(message_id => '', seq => $pdu->{seq});
  }
}
$link->unbind();
