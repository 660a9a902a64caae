/**
 * The two kinds of ADPCM that WAV files have: four bits a sample, in blocks that each begin anew.
 * Nothing in a block can reach outside it; a block that is shorter than its header is empty.
 */

/** Of IMA's kind: it grows by about a tenth a step. */
const stepSizes = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
  80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
  544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
  2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10_442,
  11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086, 29_794, 32_767,
];
const imaTurns = [-1, -1, -1, -1, 2, 4, 6, 8];
/** Of Microsoft's kind: how the step follows the last code, in 256ths. */
const msTurns = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
/** Its seven predictors, in 256ths of the last two samples. */
export const msPredictors: readonly (readonly [number, number])[] = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
];
const leastMsStep = 16;

const clip = (value: number) => Math.max(-32_768, Math.min(32_767, value));

/** The samples of a block by channel, 16 bits each. */
export type BlockDecoder = (block: DataView, channels: number) => Int16Array[];

/** Kind 17: a sample and an index into the table of steps, then four bytes of each channel. */
export function imaBlock(block: DataView, channels: number): Int16Array[] {
  const header = 4 * channels;
  const groups = Math.floor(Math.max(0, block.byteLength - header) / header);
  const count = block.byteLength < header ? 0 : 1 + groups * 8;
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Int16Array(count);
    if (count === 0) return samples;
    let sample = block.getInt16(channel * 4, true);
    let index = Math.min(88, block.getUint8(channel * 4 + 2));
    samples[0] = sample;
    for (let at = 1; at < count; at += 1) {
      const group = (at - 1) >> 3;
      const nibble = (at - 1) & 7;
      const byte = block.getUint8(header * (1 + group) + channel * 4 + (nibble >> 1));
      const code = nibble & 1 ? byte >> 4 : byte & 15;
      const step = stepSizes[index] ?? 0;
      const change =
        (step >> 3) +
        (code & 1 ? step >> 2 : 0) +
        (code & 2 ? step >> 1 : 0) +
        (code & 4 ? step : 0);
      sample = clip(code & 8 ? sample - change : sample + change);
      index = Math.max(0, Math.min(88, index + (imaTurns[code & 7] ?? 0)));
      samples[at] = sample;
    }
    return samples;
  });
}

/** Kind 2: predictor, step and two samples of each channel, then codes in turns of the channels. */
export function msBlock(predictors: readonly (readonly [number, number])[]): BlockDecoder {
  return (block, channels) => {
    const header = 7 * channels;
    if (block.byteLength < header) return Array.from({ length: channels }, () => new Int16Array(0));
    const codes = (block.byteLength - header) * 2;
    const count = 2 + Math.floor(codes / channels);
    return Array.from({ length: channels }, (_, channel) => {
      const [near, far] = predictors[block.getUint8(channel)] ?? [256, 0];
      let step = block.getInt16(channels + channel * 2, true);
      let last = block.getInt16(channels * 3 + channel * 2, true);
      let before = block.getInt16(channels * 5 + channel * 2, true);
      const samples = new Int16Array(count);
      samples[0] = before;
      samples[1] = last;
      for (let at = 2; at < count; at += 1) {
        const nibble = (at - 2) * channels + channel;
        const byte = block.getUint8(header + (nibble >> 1));
        const code = nibble & 1 ? byte & 15 : byte >> 4;
        const signed = code & 8 ? code - 16 : code;
        const predicted = (last * near + before * far) >> 8;
        before = last;
        last = clip(predicted + signed * step);
        samples[at] = last;
        step = Math.max(leastMsStep, Math.min(32_767, ((msTurns[code] ?? 0) * step) >> 8));
      }
      return samples;
    });
  };
}
