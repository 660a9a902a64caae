/**
 * Migrations whose comments and names were corrected after databases had applied them, with the
 * checksums of the former text (docs/decisions/053-a-baseline-of-migrations.md). The statements do
 * the same; what they name differently, 0078 renames in those databases.
 */
export const rewordedMigrations: Readonly<Record<string, string>> = {
  '0002-installation': 'f13bf1201c63a9ceaade5e6c0c90bbca15c70e3947c8ba46576082099a49ab7f',
  '0003-witnesses': '9ec331aea762941a0bf25da498e6c85cec996654f854760f3479e758019bd8c6',
  '0004-clients': '816334d0e64586a942857d969282d433d359953ab8bb48f52e13a6b155d6499f',
  '0005-managers': 'bd197afa94c39380b10845a64130d570c506d6ff6dfac40e584339bda3a8dab6',
  '0006-carriers': '773e0e1fde298f9561441172c32cda9a52f8c940397e27eb568f8dd663802749',
  '0008-operator-stops': 'a3e53a2b7ebfb7fae252b693fd1b0143e7588f11bd65588027007f388c5d6723',
  '0011-voice-messages': 'ff422d64130c9154270d767bb9ced6ba9a17f049cdd59ffc7d6590a1b5962bbd',
  '0013-numbers': '91ca3bc52d6830fe0fb5100803ebcf7a74c282b86bf08a56acb72f60d2e5380e',
  '0014-campaigns': 'd5fbcdd90ab1b7ba1e3a21bd41ffb97b77c4de12eba602f0c913257cbc116e9f',
  '0015-shown-numbers': 'a3b683fe21da740584a833aa8c381b2b88be4f852677edb77293d605cdc5bcf3',
  '0016-do-not-call': '36361b02107d0ed695b91c12e1a8143cba1e5077eceb5ecf15ede723a6f7b139',
  '0017-lists': '513193dc0d83b41424a34e1e95532d119f24fd12d9aec4af234f5526141223b8',
  '0018-entries': '894c76db51c9af484f1b1b3660af46b74d0674856cbd131f6d34cc534386bb4f',
  '0019-attempts': '6e73327477f4119a403e54cf8173753f5909591b354c20acbe9e4893203aa4fa',
  '0020-call-records': 'c366a85e15dcffa467693d19b140d9539c11abe2cca10ff0fce59c52a0ff93dd',
  '0021-outbound-texts': 'ea79e9c329d60c8f44ef0cb4d45833e45fa0460c4aaf134e61ad0b65193a74de',
  '0022-inbound-texts': 'd45888af14d27c1e7497baa7804a7dba700a10caa1193c30731662ccc30a2864',
  '0024-phone-recordings': '01382356bdb010e2c7c017df49f5b546820d697d25e9b5d74b314df488ffd79d',
  '0025-retention': 'bc01e771950f3fb4343f1087345eeaec696a64d1e97fb232e9395f37c331dc02',
  '0058-function-words': '1362a4e8202d34105f2632095208a052b814a580c7ca093f89e03c0d33da90cd',
};
