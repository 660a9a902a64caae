/** What the checks find in messages: for an editor, for a campaign, and against a start. */

import { campaignType } from '#contract/campaign.ts';
import type { LintFinding, TextLint, VoiceLint } from '#contract/lint.ts';
import { type LintRule, lintLevels, lintRules } from '#contract/lint-rule.ts';
import type { ReasonOf } from '#contract/reason.ts';
import { type Fault, isOnlyNote } from '#domain/lint/fault.ts';
import { faultWords, placeWords } from '#domain/lint/lint-words.ts';
import { lintTable } from '#domain/lint/rules.ts';
import { spreadOf, textFaults } from '#domain/lint/text-lint.ts';
import { blankFaults, removedVoiceFaults, voiceFaults } from '#domain/lint/voice-lint.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { lintListsOf, readTextGroups } from './lint-lists.ts';
import {
  campaignOf,
  type LintMessage,
  type MessageUse,
  readLintMessage,
  readMessageUses,
  readSoundFaults,
} from './lint-message.ts';
import { type LintLevels, readLintLevels, readSpokenName } from './lint-settings.ts';
import { spokenInWorst } from './lint-worst.ts';
import { readUnspoken } from './unspoken-values.ts';
import { type FieldFigures, readFieldFigures } from './worst-accounts.ts';

/** What a client has set, which every check asks. */
interface Terms {
  levels: LintLevels;
  spokenName: string | null;
  /** Rules that nobody asks for are not computed. */
  wants: (rule: LintRule) => boolean;
}

async function termsOf(tx: Tx, clientId: number, onlyBlocks = false): Promise<Terms> {
  const levels = await readLintLevels(tx, clientId);
  const wants = (rule: LintRule) => !onlyBlocks || levels[rule] === 'block';
  return { levels, wants, spokenName: await readSpokenName(tx, clientId) };
}

/**
 * A voice message in its uses, with the accounts of a list that it may go wrong for.
 *
 * @param given as what it is checked; absent: as its campaigns use it
 * @returns undefined when the client has no such message
 */
export async function lintVoiceMessage(
  tx: Tx,
  [clientId, messageId]: readonly [clientId: number, messageId: number],
  vault: Vault,
  given: Partial<Pick<MessageUse, 'role' | 'campaignId'>> & { campaignType?: number | undefined },
): Promise<VoiceLint | undefined> {
  const message = await readLintMessage(tx, clientId, messageId);
  if (!message) return undefined;
  const terms = await termsOf(tx, clientId);
  const { role, campaignId } = given;
  const uses: MessageUse[] = role
    ? [{ role, campaignId, campaign: campaignOf(given.campaignType) }]
    : await readMessageUses(tx, clientId, messageId);
  const found = await voiceFaultsOf(tx, clientId, message, uses, { ...terms, vault });
  const { faults, values, callListName } = found;
  const { ready, rendering, version, builtInVoice, recorded, listened } = message;
  return {
    ...{ ready, rendering, version, builtInVoice, recorded, listened },
    findings: findingsOf(faults, terms, message),
    callListName: message.fields.length > 0 ? callListName : null,
    worst: await spokenInWorst(tx, clientId, vault, message, values),
  };
}

async function voiceFaultsOf(
  tx: Tx,
  clientId: number,
  message: LintMessage,
  uses: readonly MessageUse[],
  { spokenName, wants, vault }: Terms & { vault: Vault | undefined },
): Promise<{ faults: Fault[]; values: FieldFigures; callListName: string | null }> {
  const confirmed = message.listened !== null;
  const faults = uses.flatMap((use) =>
    voiceFaults(message.steps, { ...use, spokenName, confirmed }),
  );
  const measured = wants('voice_level') || wants('voice_silence') || wants('voice_clipping');
  if (measured) faults.push(...(await readSoundFaults(tx, clientId, message)));
  faults.push(...removedVoiceFaults(message.steps));
  const fieldIds = [...new Set(message.fields.map(({ fieldId }) => fieldId))];
  // Asked for again and again meanwhile, and up to a million rows are read for it.
  const waits = message.rendering && !message.ready;
  const asked = fieldIds.length > 0 && wants('voice_blank') && !waits;
  const campaignIds = uses.flatMap(({ campaignId }) => campaignId ?? []);
  const lists = asked ? await lintListsOf(tx, clientId, campaignIds) : undefined;
  const counted = asked ? fieldIds : [];
  const values = await readFieldFigures(tx, clientId, lists?.ids ?? [], counted, vault);
  const unspoken = await readUnspoken(tx, clientId, lists?.ids ?? [], values.foreign);
  faults.push(
    ...blankFaults(message.steps, {
      of: values.of,
      blank: byName(message, values.blank),
      unread: byName(message, values.unread),
      unspoken: byName(message, unspoken),
    }),
  );
  return { faults, values, callListName: lists?.name ?? null };
}

/** Figures of fields by the field's name, as findings name it. */
function byName<T>({ fields }: LintMessage, figures: ReadonlyMap<number, T>): Map<string, T> {
  return new Map(
    fields.flatMap(({ fieldId, name }) => {
      const figure = figures.get(fieldId);
      return figure === undefined ? [] : [[name, figure]];
    }),
  );
}

/** A text, saved or not, over the lists of these campaigns or the newest list. */
export async function lintText(
  tx: Tx,
  clientId: number,
  message: string,
  campaignIds: readonly number[],
): Promise<TextLint> {
  const terms = await termsOf(tx, clientId);
  const of = { id: 0, name: '' };
  const { faults, ...rest } = await textFaultsOf(tx, clientId, message, campaignIds, terms);
  return { ...rest, findings: findingsOf(faults, terms, of) };
}

async function textFaultsOf(
  tx: Tx,
  clientId: number,
  message: string,
  campaignIds: readonly number[],
  { spokenName, wants }: Terms,
) {
  const faults = textFaults(message, spokenName);
  const counted = wants('text_blank') || wants('text_segments') || wants('text_ucs2');
  const lists = counted ? await lintListsOf(tx, clientId, campaignIds) : undefined;
  if (!lists) return { faults, spread: [], more: false, callListName: null };
  const { groups, more } = await readTextGroups(tx, clientId, lists.ids, message);
  const over = spreadOf(message, groups);
  faults.push(...over.faults);
  return { faults, spread: over.spread, more, callListName: lists.name };
}

interface CampaignRow {
  type: number;
  customer: number | null;
  machine: number | null;
  agent: number | null;
  textId: number | null;
  textName: string | null;
  text: string | null;
}

/**
 * All messages of a campaign, what blocks its start first.
 *
 * @returns undefined when the client has no such campaign
 */
export function lintCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  vault: Vault,
): Promise<LintFinding[] | undefined> {
  return campaignFindings(tx, clientId, campaignId, { onlyBlocks: false, vault });
}

/**
 * Why the checks refuse a start; undefined when they do not. Only rules that block are computed, and no
 * sealed value is opened for it.
 */
export async function lintAgainst(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<ReasonOf<'lint_blocked'> | undefined> {
  const findings = await campaignFindings(tx, clientId, campaignId, { onlyBlocks: true });
  const finding = findings?.find(({ level }) => level === 'block');
  if (!finding) return undefined;
  const { rule, messageName: message, place, sentence, cure } = finding;
  return { code: 'lint_blocked', rule, message, place, said: sentence, cure };
}

async function campaignFindings(
  tx: Tx,
  clientId: number,
  campaignId: number,
  { onlyBlocks, vault }: { onlyBlocks: boolean; vault?: Vault },
): Promise<LintFinding[] | undefined> {
  const row = await tx.row<CampaignRow>(
    `SELECT c.campaign_type AS type, c.customer_message_id AS customer,
       c.machine_message_id AS machine, c.agent_message_id AS agent,
       t.text_message_id AS "textId", t.name AS "textName", t.message AS text
     FROM campaign c
     LEFT JOIN text_message t ON t.client_id = $1 AND t.text_message_id = c.text_message_id
       AND t.deleted_at IS NULL
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!row) return undefined;
  const terms = await termsOf(tx, clientId, onlyBlocks);
  if (row.type === campaignType.texting) {
    const { textId, textName, text } = row;
    if (textId === null || text === null) return [];
    const { faults } = await textFaultsOf(tx, clientId, text, [campaignId], terms);
    return findingsOf(faults, terms, { id: textId, name: textName ?? '' });
  }
  const uses = usesIn(row, campaignId);
  const findings: LintFinding[] = [];
  for (const [messageId, own] of Map.groupBy(uses, ({ messageId: id }) => id)) {
    // An edit that is not Ready yet changes no call.
    const message = await readLintMessage(tx, clientId, messageId, 'played');
    if (!message) continue;
    const { faults } = await voiceFaultsOf(tx, clientId, message, own, { ...terms, vault });
    findings.push(...findingsOf(faults, terms, message));
  }
  return inOrder(findings);
}

function usesIn({ type, customer, machine, agent }: CampaignRow, campaignId: number) {
  const roles = [
    { role: 'customer', messageId: customer },
    { role: 'machine', messageId: machine },
    { role: 'agent', messageId: type === campaignType.linkback ? agent : null },
  ] as const;
  return roles.flatMap(({ role, messageId }) =>
    messageId === null ? [] : { role, messageId, campaignId, campaign: campaignOf(type) },
  );
}

/** Each once, although several uses have it. */
function findingsOf(
  faults: readonly Fault[],
  { levels }: Terms,
  { id, name }: { id: number; name: string },
): LintFinding[] {
  const findings = faults.map((fault): LintFinding => {
    const { rule, place } = fault;
    return {
      ...{ rule, level: isOnlyNote(fault) ? 'note' : levels[rule] },
      ...{ messageId: id, messageName: name },
      ...{ place: placeWords(place), ...place, ...faultWords(fault) },
      source: lintTable[rule].source,
    };
  });
  const seen = new Set<string>();
  const once = findings.filter(({ rule, sentence, place }) => {
    const key = `${rule} ${sentence} ${place}`;
    return !seen.has(key) && seen.add(key);
  });
  return inOrder(once);
}

function inOrder(findings: readonly LintFinding[]): LintFinding[] {
  const rank = ({ level, rule }: LintFinding) =>
    -lintLevels.indexOf(level) * lintRules.length + lintRules.indexOf(rule);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
