/** Which node takes the next call: the least loaded one of those that can take it soon. */
import type { CarrierDetail } from '#contract/carrier-detail.ts';
import type { AsteriskNode } from './node.ts';

export interface Chosen {
  node: AsteriskNode;
  /** Milliseconds until its turn. */
  wait: number;
}

/**
 * Undefined when no node can take a call soon.
 *
 * @param channelId takes the turn and the slot
 */
export function chooseNode(nodes: readonly AsteriskNode[], channelId: string): Chosen | undefined {
  const ready = nodes.filter((node) => node.takesCalls());
  for (const node of ready.toSorted((one, other) => one.load() - other.load())) {
    const wait = node.takeTurn(channelId);
    if (wait !== undefined) return { node, wait };
  }
  return undefined;
}

/**
 * Where an agent is called who waits for a customer: that customer is then called there, too, because a
 * bridge cannot join the channels of two nodes. So the agent takes a slot and leaves one for the customer.
 *
 * @param channelId takes the turn and the slot
 * @param promised slots that agents on a node leave for customers who are not called yet
 */
export function chooseForAgent(
  nodes: readonly AsteriskNode[],
  channelId: string,
  promised: (node: AsteriskNode) => number,
): Chosen | undefined {
  const withRoom = nodes.filter((node) => node.freeSlots() >= promised(node) + 2);
  return chooseNode(withRoom, channelId);
}

/** How many calls may be placed now. */
export function freeTurns(nodes: readonly AsteriskNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.takesCalls() ? node.freeTurns() : 0), 0);
}

/** Undefined when there is one node and all is well. */
export function detailOf(nodes: readonly AsteriskNode[]): CarrierDetail | undefined {
  const connected = nodes.filter((node) => node.isReady()).length;
  const silent = nodes.filter((node) => node.isTrunkSilent()).map(({ url }) => url);
  if (nodes.length === 1 && connected === 1 && silent.length === 0) return undefined;
  return { code: 'asterisk_nodes', connected, nodes: nodes.length, silent };
}
