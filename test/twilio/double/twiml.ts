/** TwiML as the double reads it: of Twilio's verbs those that it plays, with their attributes. */

export interface Verb {
  name: string;
  attributes: Record<string, string>;
  inside: Verb[];
  text: string;
}

const known: Readonly<Record<string, { attributes: string[]; inside: string[] }>> = {
  Response: { attributes: [], inside: ['Gather', 'Play', 'Redirect', 'Dial', 'Hangup', 'Pause'] },
  Gather: {
    attributes: ['input', 'numDigits', 'finishOnKey', 'timeout', 'action', 'method'],
    inside: ['Play', 'Pause'],
  },
  Play: { attributes: ['loop'], inside: [] },
  Pause: { attributes: ['length'], inside: [] },
  Redirect: { attributes: ['method'], inside: [] },
  Hangup: { attributes: [], inside: [] },
  Dial: { attributes: [], inside: ['Conference'] },
  Conference: {
    attributes: [
      ...['startConferenceOnEnter', 'endConferenceOnExit', 'beep', 'waitUrl', 'maxParticipants'],
    ],
    inside: [],
  },
};

const token = /<\?[^>]*\?>|<(\/?)(\w+)((?:\s+\w+="[^"<>]*")*)\s*(\/?)>|([^<]+)/gy;

/** @throws when it is not TwiML, or contains what the double does not know */
export function readTwiml(xml: string): Verb[] {
  const root: Verb = { name: '', attributes: {}, inside: [], text: '' };
  const open = [root];
  let end = 0;
  for (const match of xml.matchAll(token)) {
    end = match.index + match[0].length;
    const [, closes, name, attributes = '', closed, text] = match;
    const top = open.at(-1);
    if (!top) break;
    if (text !== undefined) top.text += plain(text);
    else if (closes) {
      if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>.`);
      open.pop();
    } else if (name !== undefined) {
      const verb = { name, attributes: attributesOf(name, attributes), inside: [], text: '' };
      const may = top === root ? ['Response'] : (known[top.name]?.inside ?? []);
      if (!may.includes(name)) throw new Error(`<${name}> is not allowed in <${top.name}>.`);
      top.inside.push(verb);
      if (!closed) open.push(verb);
    }
  }
  const [response] = root.inside;
  if (end !== xml.length || open.length !== 1 || !response) throw new Error(`No TwiML: ${xml}`);
  return response.inside;
}

function attributesOf(name: string, text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="([^"]*)"/g)];
  const found = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, plain(value)]));
  for (const key of Object.keys(found)) {
    if (!known[name]?.attributes.includes(key)) throw new Error(`<${name}> has no ${key}.`);
  }
  return found;
}

const letters: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' },
};

function plain(text: string): string {
  if (/&(?!(?:lt|gt|quot|apos|amp);)/.test(text)) throw new Error(`A bare & in ${text}`);
  return text.replace(/&\w+;/g, (entity) => letters[entity] ?? '');
}
