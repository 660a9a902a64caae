/**
 * The steps of a Dockerfile carried out in a plain folder that stands for the root of the image, for
 * machines without a container engine and without root. Users cannot be made there: what needs
 * root's rights is noted, and not done.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast';

export interface Image {
  /** The folder that stands for `/`. */
  root: string;
  env: Record<string, string>;
  user: string;
  workdir: string;
  entrypoint: string[];
  cmd: string[];
  health: string[];
  /** Commands of RUN that need root's rights. */
  notDone: string[];
}

/** Programs that change users and owners; a plain folder has one owner. */
const needsRoot = /^(groupadd|useradd|chown)\b/;

/**
 * @param context the folder of the build, with what is added
 * @throws Error for an instruction or a form of one that it does not know
 */
export function buildInFolder(dockerfile: string, context: string, root: string): Image {
  const image: Image = {
    ...{ root, env: {}, user: 'root', workdir: '/', entrypoint: [], cmd: [], health: [] },
    notDone: [],
  };
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  mkdirSync(join(root, 'var/lib'), { recursive: true });
  mkdirSync(join(root, 'opt'), { recursive: true });
  const args: Record<string, string> = {};
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    carryOut(instruction, image, args, context);
  }
  return image;
}

function carryOut(
  instruction: Instruction,
  image: Image,
  args: Record<string, string>,
  context: string,
): void {
  const words = instruction.getArguments().map((one) => filled(one.getValue(), args));
  const text = filled(plain(instruction.getArgumentsContent() ?? ''), args);
  const keyword = instruction.getKeyword();
  if (keyword === 'ARG') Object.assign(args, pairs(words));
  else if (keyword === 'ENV') Object.assign(image.env, pairs(words));
  else if (keyword === 'USER') image.user = words[0] ?? '';
  else if (keyword === 'WORKDIR') {
    image.workdir = words[0] ?? '';
    mkdirSync(join(image.root, image.workdir), { recursive: true });
  } else if (keyword === 'ADD') add(words, image, context);
  else if (keyword === 'RUN') run(text, image);
  else if (keyword === 'ENTRYPOINT') image.entrypoint = jsonOf(instruction);
  else if (keyword === 'CMD') image.cmd = jsonOf(instruction);
  else if (keyword === 'HEALTHCHECK')
    image.health = JSON.parse(text.slice(text.indexOf('CMD') + 3));
  else if (!['FROM', 'VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(keyword)) {
    throw new Error(`${keyword} is not known here.`);
  }
}

/** Lines that are continued are one. */
const plain = (text: string) => text.replaceAll(/\\\r?\n\s*/g, ' ');

function filled(text: string, args: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = args[name];
    if (value === undefined) throw new Error(`There is no ARG ${name}.`);
    return value;
  });
}

const pairs = (words: readonly string[]) =>
  Object.fromEntries(words.map((word) => word.split(/=(.*)/s).slice(0, 2)));

function jsonOf(instruction: Instruction): string[] {
  if (!(instruction instanceof JSONInstruction) || !instruction.getOpeningBracket()) {
    throw new Error(
      `${instruction.getKeyword()} is to be a list: a shell would keep signals away.`,
    );
  }
  return instruction.getJSONStrings().map((one) => JSON.parse(one.getValue()) as string);
}

/** An archive of the build's folder is unpacked, as ADD does; anything else is copied. */
function add([from = '', to = '']: string[], image: Image, context: string): void {
  const source = join(context, from);
  if (!existsSync(source)) throw new Error(`There is no ${from} beside the Dockerfile.`);
  const target = join(image.root, to);
  if (/\.tar\.gz$/.test(from)) execFileSync('tar', ['-xzf', source, '-C', target]);
  else cpSync(source, target, { recursive: true });
}

/** Commands joined by `&&`, each with the image's paths moved into the folder. */
function run(text: string, image: Image): void {
  for (const command of text.split('&&').map((one) => one.trim())) {
    if (needsRoot.test(command)) image.notDone.push(command);
    else {
      const moved = command.replaceAll(/(?<=\s)\/(?=\w)/g, `${image.root}/`);
      execFileSync('sh', ['-euc', moved]);
    }
  }
}

/** A path of the image in the folder; anything else stays. */
export function inFolder({ root }: Image, word: string): string {
  return /^\/(opt|var|usr|tmp)\//.test(word) ? join(root, word) : word;
}
