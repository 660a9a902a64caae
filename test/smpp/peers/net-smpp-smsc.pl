# An SMSC by Net::SMPP, an implementation independent of ours. Delivers a person's text after the
# bind, responds to each submit_sm with a hexadecimal id, and sends its receipt with a decimal one.
use strict;
use warnings;
use Net::SMPP;
$| = 1;
my ($port) = @ARGV;
my $server = Net::SMPP->new_listen('127.0.0.1', port => $port, smpp_version => 0x34, timeout => 60)
  or die "no listener: $!";
print "listening\n";
my $link = $server->accept or die "nobody came: $!";
my $taken = 0;
while (my $pdu = $link->read_pdu) {
  my $cmd = $pdu->{cmd};
  if ($cmd == 0x9) {
    print "bind $pdu->{system_id} $pdu->{password}\n";
    $link->bind_transceiver_resp(system_id => 'netsmpp', seq => $pdu->{seq});
    $link->deliver_sm(async => 1, source_addr_ton => 1, source_addr_npi => 1,
      source_addr => '13034000009', dest_addr_ton => 1, dest_addr_npi => 1,
      destination_addr => '13025550100', short_message => 'STOP', data_coding => 0);
  } elsif ($cmd == 0x4) {
    $taken += 1;
    my $id = 439041100 + $taken;
    print join(' ', 'text', $pdu->{source_addr}, $pdu->{destination_addr}, $pdu->{esm_class},
      $pdu->{data_coding}, $pdu->{registered_delivery}, unpack('H*', $pdu->{short_message})), "\n";
    $link->submit_sm_resp(message_id => sprintf('%x', $id), seq => $pdu->{seq});
    my $receipt = "id:$id sub:001 dlvrd:001 submit date:2611212210 done date:2611212211 "
      . 'stat:DELIVRD err:000 text:Hello';
    $link->deliver_sm(async => 1, esm_class => 4, source_addr_ton => 1, source_addr_npi => 1,
      source_addr => $pdu->{destination_addr}, dest_addr_ton => 1, dest_addr_npi => 1,
      destination_addr => $pdu->{source_addr}, short_message => $receipt);
  } elsif ($cmd == 0x80000005) {
    print "responded $pdu->{status}\n";
  } elsif ($cmd == 0x15) {
    print "alive\n";
    $link->enquire_link_resp(seq => $pdu->{seq});
  } elsif ($cmd == 0x6) {
    print "unbound\n";
    $link->unbind_resp(seq => $pdu->{seq});
    last;
  }
}
