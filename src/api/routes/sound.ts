import { problem, ruleBroken } from '#contract/errors.ts';
import { hearSoundFile, playSound, voiceMessageTexts } from '#contract/voice-message.ts';
import { asClient } from '#db/database.ts';
import { soundContent } from '#db/queries/sound.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { rangeOf } from '../range.ts';
import { SoundUpload } from '../sound-upload.ts';

export function registerSoundRoutes(app: Bindings, deps: ApiDeps): void {
  route(app, hearSoundFile, async ({ form }) => {
    const upload = new SoundUpload(deps);
    try {
      await form({ onFile: (file) => upload.take(file) });
      const [sound] = upload.count === 1 ? await upload.read() : [];
      if (!sound) throw ruleBroken('fileSelect', voiceMessageTexts.fileRequired);
      return sound;
    } finally {
      await upload.close();
    }
  });

  route(app, playSound, async ({ session: { clientId }, params, request, reply }) => {
    const content = await asClient(deps.db, clientId, (tx) =>
      soundContent(tx, clientId, params.fileName),
    );
    if (!content) throw problem('not_found', voiceMessageTexts.noSuchSound);
    return rangeOf(content, request, reply);
  });
}
