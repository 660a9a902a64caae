/** Which node takes the next call: the least loaded one of those that can take it soon. */
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

/** How many calls may be placed now. */
export function freeTurns(nodes: readonly AsteriskNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.takesCalls() ? node.freeTurns() : 0), 0);
}

/** Their trouble in words; '' when all is well. */
export function detailOf(nodes: readonly AsteriskNode[]): string {
  return [connectionsOf(nodes), trunksOf(nodes)].filter(Boolean).join('; ');
}

function trunksOf(nodes: readonly AsteriskNode[]): string {
  const silent = nodes.filter((node) => node.isTrunkSilent());
  if (silent.length === 0) return '';
  return nodes.length === 1
    ? 'The trunk is not responding'
    : `the trunk is not responding at ${urlsOf(silent)}`;
}

const urlsOf = (nodes: readonly AsteriskNode[]) => nodes.map(({ url }) => url).join(', ');

function connectionsOf(nodes: readonly AsteriskNode[]): string {
  const ready = nodes.filter((node) => node.isReady()).length;
  if (ready === nodes.length) return nodes.length > 1 ? `${ready} nodes connected` : '';
  if (nodes.length === 1) return 'Asterisk is not connected';
  return `${ready} of ${nodes.length} nodes connected`;
}
