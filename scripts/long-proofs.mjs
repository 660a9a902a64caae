/**
 * Test files of `npm run test:proofs` that stand among those of `npm test`, because they prove the
 * same folders: processes that are killed over and over, servers that are put back, programs
 * that are started anew for each sentence, a year of clocks. See decision 107.
 */
export const longProofs = [
  'test/backup/embedded.test.ts',
  'test/backup/own-server.test.ts',
  'test/cli/foreign-settings.test.ts',
  'test/engine/follow-up-lull-kills.test.ts',
  'test/engine/hand-over-commits.test.ts',
  'test/engine/isolation.test.ts',
  'test/engine/kill.test.ts',
  'test/engine/lost-commit.test.ts',
  'test/engine/one-bad-campaign.test.ts',
  'test/engine/schedule-year.test.ts',
  'test/engine/shared-campaigns.test.ts',
  'test/engine/text-kill.test.ts',
  'test/scripts/dev.test.ts',
  'test/scripts/start-hand-over.test.ts',
  'test/smpp/killed.test.ts',
  'test/twilio/kill-calls.test.ts',
  'test/twilio/kill.test.ts',
  'test/witness/folders.test.ts',
  'test/witness/long-silent.test.ts',
  'test/witness/standing-holds.test.ts',
  'test/witness/vouching.test.ts',
];
