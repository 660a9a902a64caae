import type { Tx } from '#db/database.ts';
import { listUnknownNumbers, type UnknownNumber } from '#db/queries/number-owner.ts';
import { count, showPhone } from '../shared.ts';
import { type Finding, hint } from './finding.ts';

/** Numbers that people texted, but that no client has. */
export async function unknownNumbers(tx: Tx): Promise<Finding[]> {
  return (await listUnknownNumbers(tx)).slice(0, most).map(findingOf);
}

const most = 20;

function findingOf({ carrier, phone, texts, optOuts }: UnknownNumber): Finding {
  const held =
    optOuts > 0
      ? ` Opt-outs among them: ${optOuts.toLocaleString('en-US')}. They apply to every client of that carrier.`
      : '';
  const number = /^1\d{10}$/.test(phone) ? showPhone(phone) : phone;
  return hint(
    'Texts',
    `${count(texts, 'text')} came through "${carrier}" to ${number}, which no client has.${held} "carillon number add" assigns it to one.`,
  );
}
