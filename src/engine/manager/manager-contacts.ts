/**
 * Calls and texts to managers' own phones: takes their requests from the rows and submits each once. It
 * shares only rows with the API, and with the engine beside it whose calls are in progress, because one
 * reader gets a carrier's events (decision 095).
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { CallerId, VoiceCarrier } from '#carriers/port.ts';
import type { Submission, TextCarrier } from '#carriers/text-port.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import { managerCode } from '#db/manager-code.ts';
import { renewFollowed } from '#db/queries/followed-by-engine.ts';
import { endLostContacts } from '#db/queries/manager-contact.ts';
import {
  type ContactEnd,
  endContact,
  setContactStatus,
  type TakenContact,
  takeContacts,
} from '#db/queries/manager-contact-run.ts';
import { isPhoneOf } from '#db/queries/manager-phone.ts';
import { optedOutItself } from '#db/queries/opted-out-itself.ts';
import { isOnDoNotCallList } from '#db/queries/phone-recording.ts';
import type { PacedClock } from '#domain/clock.ts';
import { codeText } from '#domain/manager-code-text.ts';
import { managerCallId, managerTextId } from '#domain/manager-contact-id.ts';
import { later, type RealMs, realMs, toSim } from '#domain/milliseconds.ts';
import { stopReason } from '#domain/reasons.ts';
import { createBackoff } from '../backoff.ts';
import type { ByName, CallFollower, EngineWitness } from '../deps.ts';
import { haltOf } from '../halt.ts';
import { inTime, longestFinish, within } from '../submission.ts';
import { refsOf } from '../text/carrier-refs.ts';
import type { TextsInFlight } from '../text/texts-in-flight.ts';
import { shownAs } from '../voice/caller-id.ts';
import { FollowedCall } from './followed-call.ts';
import { newManagerCall, ownSoundsOf } from './manager-call.ts';

export interface ManagerContactsDeps {
  db: Database;
  vault: Pick<Vault, 'signingKeys'>;
  clock: PacedClock;
  log: Logger;
  carriers: ByName<VoiceCarrier>;
  textCarriers: ByName<TextCarrier>;
  /** Of the engine beside it. */
  inProgress: Map<string, CallFollower>;
  textsInFlight: TextsInFlight;
  clockCheck?: { off(): { reason: Reason } | undefined };
  witness?: EngineWitness;
  /** Real seconds without a renewed lease after which one counts as lost; 8 by default. */
  leaseSeconds?: number;
}

/** Between two polls for requests, of which it is notified, and while something is in progress. */
export const restEvery = realMs(5_000);
const busyEvery = realMs(300);
/** A text that still waits inside its carrier then does not go out any more. */
const textsWithin = realMs(60_000);
const never = realMs(Number.POSITIVE_INFINITY);
/** Enough, because a request is given out only for some seconds. */
const mostRemembered = 1_000;

export class ManagerContacts {
  readonly #deps: ManagerContactsDeps;
  readonly #leaseSeconds: number;
  readonly #engineId = randomUUID();
  readonly #calls = new Map<string, FollowedCall>();
  /** Rows whose carrier has not responded. */
  readonly #submitting = new Map<number, Promise<unknown>>();
  /** Ids of the newest ones that were submitted. */
  readonly #submitted = new Set<string>();
  readonly #backoff = createBackoff();
  #refreshAt = realMs(0);

  constructor(deps: ManagerContactsDeps) {
    this.#deps = deps;
    this.#leaseSeconds = deps.leaseSeconds ?? 8;
  }

  /** Never rejects: failures are logged and retried. Must not be called again before it ends. */
  async tick(): Promise<void> {
    if (this.#backoff.isWaiting()) return;
    try {
      await this.#store();
      const now = realMs(performance.now());
      if (now >= this.#refreshAt) {
        // A request that is notified during the refresh is looked for by the next tick.
        this.#refreshAt = never;
        await this.#refresh();
        if (this.#refreshAt === never)
          this.#refreshAt = later(now, this.isAtRest() ? restEvery : busyEvery);
      }
      this.#backoff.succeeded();
    } catch (error) {
      this.#backoff.failed();
      if (this.#refreshAt === never) this.#refreshAt = realMs(0);
      const fields = isDatabaseUnreachable(error) ? { reason: String(error) } : { err: error };
      this.#deps.log[levelOf(error, 'error')](fields, 'calls and texts to managers failed');
    }
  }

  /** Nothing is in progress. */
  isAtRest(): boolean {
    return this.#calls.size + this.#submitting.size === 0;
  }

  /** There may be a request: the next tick looks for it. */
  expect(): void {
    this.#refreshAt = realMs(0);
  }

  /** Hangs up what is in progress: no other engine knows how far it is. */
  async stop(): Promise<void> {
    await within(longestFinish, Promise.all(this.#submitting.values()), []);
    for (const call of [...this.#calls.values()]) {
      call.hangUp(this.#deps.clock.now());
      call.end ??= { status: 'unclear', reason: { code: 'manager_contact_lost' } };
    }
    // If this fails, the lease runs out and another engine ends the rows.
    await this.#store().catch((error) =>
      this.#deps.log.warn({ err: error }, 'could not end calls to managers cleanly'),
    );
  }

  /** Stores what the calls in progress said; acknowledges an end after its commit. */
  async #store(): Promise<void> {
    for (const call of this.#calls.values()) {
      const { answered, end } = call;
      if (answered) {
        call.answered = undefined;
        await this.#set(call.key, 'answered', answered).catch((error) => {
          call.answered ??= answered;
          throw error;
        });
      }
      if (!end) continue;
      await this.#end(call.key, end);
      call.stored();
      this.#drop(call);
    }
  }

  #drop(call: FollowedCall): void {
    this.#calls.delete(call.id);
    this.#deps.inProgress.delete(call.id);
  }

  #set(
    key: FollowedCall['key'],
    status: 'ringing' | 'answered',
    by: 'person' | 'machine' | null = null,
  ): Promise<boolean> {
    return asClient(this.#deps.db, key.clientId, (tx) =>
      setContactStatus(tx, key, this.#engineId, status, by),
    );
  }

  #end(key: FollowedCall['key'], end: ContactEnd): Promise<boolean> {
    return asClient(this.#deps.db, key.clientId, (tx) => endContact(tx, key, this.#engineId, end));
  }

  /** Renews the leases of what is in progress and takes new requests. */
  async #refresh(): Promise<void> {
    const { db, witness, clock } = this.#deps;
    const calls = [...this.#calls.values()].map(({ key }) => key.contactId);
    const ids = [...new Set([...this.#submitting.keys(), ...calls])];
    // The other engines rely on it that nothing is submitted under a lease that ran out.
    const until = later(realMs(performance.now()), realMs(this.#leaseSeconds * 1_000));
    const taken = await asPlatform(db, async (tx) => {
      if (ids.length > 0) {
        const ours = await renewFollowed(
          tx,
          'manager_contact',
          this.#engineId,
          ids,
          this.#leaseSeconds,
        );
        for (const call of this.#calls.values()) {
          // Another engine ended the row: hang up instead of leaving the manager in a dead call.
          if (!ours.has(call.key.contactId) && !call.end) call.hangUp(clock.now());
        }
      }
      await endLostContacts(tx);
      return takeContacts(tx, this.#engineId, this.#leaseSeconds, witness?.world());
    });
    for (const contact of taken) this.#begin(contact, until);
  }

  /** A carrier may take seconds, for which nothing else waits. */
  #begin(contact: TakenContact, until: RealMs): void {
    const { contactId, clientId } = contact;
    const work = this.#submit(contact, until)
      // Its lease runs out, and it ends as unclear.
      .catch((error) =>
        this.#deps.log.error(
          { err: error, clientId, contactId },
          'a call or text to a manager failed',
        ),
      )
      .finally(() => this.#submitting.delete(contactId));
    this.#submitting.set(contactId, work);
  }

  async #submit(contact: TakenContact, until: RealMs): Promise<void> {
    const blocked = await this.#blocked(contact);
    // After the database was asked, which may have taken as long as the lease.
    const refused = this.#refusal(contact, until) ?? blocked;
    const id = contact.channel === 'voice' ? managerCallId(contact) : managerTextId(contact);
    if (refused) return void (await this.#end(contact, { status: 'failed', reason: refused }));
    // A restored database gives it out again.
    if (this.#submitted.has(id)) {
      const reason = { code: 'manager_contact_lost' } as const;
      return void (await this.#end(contact, { status: 'unclear', reason }));
    }
    this.#remember(id);
    if (contact.channel === 'voice') await this.#call(id, contact);
    else await this.#text(id, contact);
  }

  /** @returns why it is not to be submitted; undefined when it is */
  #refusal({ stop, channel, carrier }: TakenContact, until: RealMs): Reason | undefined {
    const { carriers, textCarriers } = this.#deps;
    const halt = haltOf(this.#deps);
    if (halt) return halt.reason;
    if (stop) return stopReason(stop);
    if (performance.now() >= until) return { code: 'manager_no_engine' };
    const port = channel === 'voice' ? carriers.get(carrier) : textCarriers.get(carrier);
    return port?.connected() ? undefined : { code: 'manager_carrier_disconnected', channel };
  }

  /**
   * What the API asked may have changed since: a stop came, or the phone is no longer the manager's. Nothing
   * proves whose number a code goes to, so that the whole do-not-call list holds it.
   *
   * @returns why its number must not be contacted; undefined when it may
   */
  async #blocked({ clientId, managerId, plan, phone }: TakenContact): Promise<Reason | undefined> {
    return asClient(this.#deps.db, clientId, async (tx) => {
      const isStopped = plan.kind === 'code' ? isOnDoNotCallList : optedOutItself;
      if (await isStopped(tx, clientId, phone)) return { code: 'manager_do_not_call' };
      if (plan.kind === 'code' || (await isPhoneOf(tx, { clientId, managerId }, phone))) return;
      return { code: 'manager_phone_gone' };
    });
  }

  async #call(id: string, contact: TakenContact): Promise<void> {
    const { db: _, carriers, clock, inProgress, log, vault } = this.#deps;
    const { clientId, plan, phone } = contact;
    const carrier = carriers.get(contact.carrier);
    if (!carrier || plan.kind === 'text') return;
    const isCode = plan.kind === 'code';
    const callerId: CallerId = isCode
      ? { kind: 'default' }
      : shownAs(plan.callerId, plan.callerIdName);
    const notShown = carrier.cannotShow?.(callerId);
    if (notShown) return void (await this.#end(contact, { status: 'failed', reason: notShown }));
    const course = isCode ? { kind: 'code' as const, code: managerCode(vault, contact) } : plan;
    const call = newManagerCall(clientId, course);
    const followed = new FollowedCall(id, contact, { call, callerId, carrier });
    this.#calls.set(id, followed);
    inProgress.set(id, followed);
    const ownSounds = ownSoundsOf(call);
    const request = {
      attemptId: id,
      to: phone,
      callerId,
      ...(ownSounds.length > 0 && { ownSounds }),
    };
    const [placement] = await inTime(carrier.place([request]), []).catch((error) => {
      log.error({ err: error, id }, 'the carrier failed to place a call to a manager');
      return [];
    });
    if (placement?.kind === 'accepted') {
      if (!followed.end) await this.#set(contact, 'ringing');
      return;
    }
    const note = placement?.note ?? ({ code: 'no_response' } as const);
    log.warn({ id, placement }, 'could not place a call to a manager');
    if (placement?.kind === 'rejected') followed.end ??= { status: 'failed', note };
    else {
      // It may be up: hang up the line if there is one, and say that nobody knows.
      followed.hangUp(clock.now());
      followed.end ??= { status: 'unclear', note };
    }
    this.expect();
  }

  async #text(id: string, contact: TakenContact): Promise<void> {
    const { textCarriers, clock, vault, log, textsInFlight } = this.#deps;
    const { plan, phone } = contact;
    const carrier = textCarriers.get(contact.carrier);
    if (!carrier || plan.kind === 'call') return;
    const body = plan.kind === 'code' ? codeText(managerCode(vault, contact)) : plan.body;
    const until = later(clock.now(), toSim(textsWithin, clock.speed));
    const request = { textId: id, from: plan.from ?? '', to: phone, body, until };
    // Its receipt waits until the response is stored.
    textsInFlight.add([phone]);
    try {
      const [submission] = await inTime(carrier.submit([request]), []).catch((error) => {
        log.error({ err: error, id }, 'the carrier failed to take a text to a manager');
        return [] as Submission[];
      });
      await this.#end(contact, this.#textEnd(id, contact, submission));
    } finally {
      textsInFlight.delete([phone]);
    }
  }

  #textEnd(id: string, { carrier, phone }: TakenContact, submission?: Submission): ContactEnd {
    if (submission?.kind === 'accepted') {
      return { status: 'sent', text: { ...refsOf(submission, carrier), textId: id, phone } };
    }
    const note = submission?.note ?? ({ code: 'no_response' } as const);
    return { status: submission?.kind === 'rejected' ? 'failed' : 'unclear', note };
  }

  #remember(id: string): void {
    this.#submitted.add(id);
    for (const oldest of this.#submitted) {
      if (this.#submitted.size > mostRemembered) this.#submitted.delete(oldest);
    }
  }
}
