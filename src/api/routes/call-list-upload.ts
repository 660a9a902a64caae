import {
  getUploadProgress,
  previewCallList,
  savedMapping,
  uploadCallList,
} from '#contract/call-list-upload.ts';
import { ruleBroken } from '#contract/errors.ts';
import { asClient } from '#db/database.ts';
import { findUpload } from '#db/queries/call-list-upload.ts';
import { readCountries } from '#db/queries/client.ts';
import { refuseFullLists } from '#db/queries/list-quota.ts';
import { findManager } from '#db/queries/manager.ts';
import { findMapping } from '#db/queries/saved-mapping.ts';
import { fitMapping } from '#imports/fit-mapping.ts';
import { firstBytes, preview } from '#imports/preview.ts';
import { Upload } from '#imports/upload.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { goneSignal } from '../gone.ts';

export function registerCallListUploadRoutes(app: Bindings, deps: ApiDeps): void {
  const { db } = deps;

  route(
    app,
    uploadCallList,
    async ({ session, query: { uploadKey }, form, request, reply, once }) => {
      const bytesTotal = Number(request.headers['content-length'] ?? 0);
      const gone = goneSignal(reply);
      await asClient(db, session.clientId, (tx) => refuseFullLists(tx, session.clientId));
      const upload = await Upload.open(deps, session, { uploadKey, bytesTotal });
      // The sender is gone: the upload was interrupted, and leaves nothing.
      if (gone.aborted) upload.stop();
      gone.addEventListener('abort', () => upload.stop(), { once: true });
      return upload.run(async () => {
        const fields = await form({
          onFile: (file) => upload.receive(file),
          onField: async (name, value) => {
            if (name === 'callListMap') await upload.accept(value);
          },
        });
        return upload.load(fields.headers, once.keyed());
      });
    },
  );

  route(app, getUploadProgress, async ({ session: { clientId }, params: { uploadKey } }) => {
    const upload = await asClient(db, clientId, (tx) => findUpload(tx, { clientId, uploadKey }));
    return found(upload, 'upload');
  });

  route(app, previewCallList, async ({ session: { clientId }, form }) => {
    let begin: Buffer | undefined;
    const { delimiter } = await form({
      onFile: async ({ stream }) => {
        begin = await firstBytes(stream);
      },
    });
    if (!begin) throw ruleBroken('fileSelect', 'Select a file.');
    const countries = await asClient(db, clientId, (tx) => readCountries(tx, clientId));
    return { ...preview(begin, delimiter), countries };
  });

  route(app, savedMapping, async ({ session: { clientId }, query, body: headers }) => {
    const mapping = await asClient(db, clientId, async (tx) => {
      const { managerId } = query;
      if (managerId) found(await findManager(tx, clientId, managerId), 'manager');
      return findMapping(tx, clientId, headers);
    });
    return mapping && fitMapping(mapping, headers);
  });
}
