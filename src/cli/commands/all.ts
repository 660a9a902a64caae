import type { CarrierTools } from '../carrier-try.ts';
import type { Command } from '../command.ts';
import { auditVerifyCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import { bucketCommands } from './bucket.ts';
import { campaignListCommand } from './campaign.ts';
import { carrierCommands } from './carrier.ts';
import { clientCommands } from './client.ts';
import { clientCallsCommand } from './client-calls.ts';
import { clientCarrierCommand } from './client-carrier.ts';
import { configCommand } from './config.ts';
import { dncCommand } from './dnc.ts';
import { doctorCommand } from './doctor.ts';
import { enginesCommand } from './engines.ts';
import { keyCommands } from './key.ts';
import { lintCommands } from './lint.ts';
import { managerCommands } from './manager.ts';
import { managerSetCommand } from './manager-set.ts';
import { numberCommands } from './number.ts';
import { personCommands } from './person.ts';
import { policyCommands } from './policy.ts';
import { policyAddCommand } from './policy-add.ts';
import { restoreCommand } from './restore.ts';
import { restoreReconcileCommand } from './restore-reconcile.ts';
import { retentionCommands } from './retention.ts';
import { scrubCommands } from './scrub.ts';
import { type SpeechTools, speechCommands } from './speech.ts';
import { statusCommand } from './status.ts';
import { stopCommand } from './stop.ts';

/** Every command but `start`, which needs the roles; in the order of the help. */
export function commandsWith(tools: CarrierTools, speech: SpeechTools): Command[] {
  return [
    statusCommand,
    configCommand,
    ...clientCommands,
    clientCarrierCommand(tools.kinds),
    clientCallsCommand,
    ...policyCommands,
    policyAddCommand,
    ...lintCommands,
    ...carrierCommands(tools),
    ...speechCommands(speech),
    ...scrubCommands,
    ...managerCommands,
    managerSetCommand,
    ...numberCommands,
    ...bucketCommands,
    campaignListCommand,
    dncCommand,
    ...personCommands,
    restoreReconcileCommand(tools),
    ...retentionCommands,
    auditVerifyCommand,
    backupCommand,
    restoreCommand,
    ...keyCommands,
    enginesCommand,
    stopCommand,
    doctorCommand(tools),
  ];
}
