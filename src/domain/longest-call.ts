/** How long a call can take: silent ones are given up (engine/voice/call-silence.ts). */
import { simMs } from './milliseconds.ts';

/** No network rings longer, and no talk with an agent lasts longer. */
export const longestRinging = simMs(180_000);
export const longestTalk = simMs(4 * 3_600_000);
/** From the submission to the end: ringing, messages of 15 minutes each, and a talk are within it. */
export const longestCall = simMs(5 * 3_600_000);
