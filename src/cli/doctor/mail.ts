import type { Config } from '#config.ts';
import { mailServer } from '#mail/smtp.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** Connects to the mail server and logs in, if one is set; nothing is sent. */
export async function mail({ mail: settings }: Pick<Config, 'mail'>): Promise<Finding[]> {
  if (!settings) return [];
  const { host } = new URL(settings.url);
  try {
    await mailServer(settings).check();
    return [fine('Mail', `${host} accepts the connection`)];
  } catch (error) {
    const text = `${host} cannot be used: ${(error as Error).message}. Invitations and resets are not mailed; give out the links yourself.`;
    return [wrong('Mail', text)];
  }
}
