/** Which node takes the next call: the one that is least filled of those that take one soon. */
import type { AsteriskNode } from './node.ts';

export interface Chosen {
  node: AsteriskNode;
  /** Milliseconds until its turn. */
  wait: number;
}

/**
 * Undefined when none takes a call soon.
 *
 * @param channelId whose turn and place are taken
 */
export function chooseNode(nodes: readonly AsteriskNode[], channelId: string): Chosen | undefined {
  const ready = nodes.filter((node) => node.takesCalls());
  for (const node of ready.toSorted((one, other) => one.load() - other.load())) {
    const wait = node.takeTurn(channelId);
    if (wait !== undefined) return { node, wait };
  }
  return undefined;
}

const trunkSilent = 'The trunk does not answer';

/** What there is to say of them; '' when all is well. */
export function detailOf(nodes: readonly AsteriskNode[]): string {
  return [connectionsOf(nodes), trunksOf(nodes)].filter(Boolean).join('; ');
}

function trunksOf(nodes: readonly AsteriskNode[]): string {
  const silent = nodes.filter((node) => node.isTrunkSilent());
  if (silent.length === 0) return '';
  return nodes.length === 1 ? trunkSilent : `${trunkSilent} at ${urlsOf(silent)}`;
}

const urlsOf = (nodes: readonly AsteriskNode[]) => nodes.map(({ url }) => url).join(', ');

function connectionsOf(nodes: readonly AsteriskNode[]): string {
  const ready = nodes.filter((node) => node.isReady()).length;
  if (ready === nodes.length) return nodes.length > 1 ? `${ready} nodes connected` : '';
  if (nodes.length === 1) return 'Asterisk is not connected';
  return `${ready} of ${nodes.length} nodes connected`;
}
