/** Which modules of the client share a file.

By itself the bundler makes a file of every set of modules that two pages share, however small: a
table page needed 46 of them, each with its own round trip. Here the modules of the first view are
joined to

- `core`: every page needs them;
- `table`: what every table page needs, and nothing else;
- `shared`: what every table page needs, and other pages;
- one file for each game, and one for what the game's table and other pages share.

All other modules, such as parts loaded on demand, are left to the bundler. */

interface ModuleInfo {
  isEntry: boolean;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** The bundler, as a plugin sees it. */
interface Bundler {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): ModuleInfo | null;
}

const TABLE = /\/src\/table\/TablePage\.svelte$/;
const GAME = /\/src\/games\/(\w+)\/index\.ts$/;

/** All modules that can be reached from some, along the given imports. */
function reached(from: string[], next: (id: string) => readonly string[], without = ''): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === without || found.has(id)) continue;
    found.add(id);
    left.push(...next(id));
  }
  return found;
}

/** The file of each module; modules without one are left to the bundler. */
function plan(bundler: Bundler): Map<string, string> {
  const all = [...bundler.getModuleIds()];
  const now = (id: string) => bundler.getModuleInfo(id)?.importedIds ?? [];
  const later = (id: string) => bundler.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const main = all.filter((id) => bundler.getModuleInfo(id)?.isEntry);
  const table = all.find((id) => TABLE.test(id));
  const games = new Map(all.flatMap((id) => (GAME.test(id) ? [[id, GAME.exec(id)?.[1] ?? '']] : [])));
  /** What can only be loaded after a module. */
  const behind = (id: string) => {
    const others = reached(main, (each) => [...now(each), ...later(each)], id);
    return new Set(all.filter((each) => !others.has(each)));
  };

  const owners = new Map<string, string[]>();
  for (const entry of new Set([...main, ...all.flatMap(later)])) {
    for (const id of reached([entry], now)) owners.set(id, [...(owners.get(id) ?? []), entry]);
  }
  const core = reached(main, now);
  const afterTable = table ? behind(table) : new Set<string>();
  const afterGame = new Map([...games.keys()].map((id) => [id, behind(id)]));
  const files = new Map<string, string>();
  for (const [id, entries] of owners) {
    const users = entries.filter((entry) => games.has(entry));
    const [user] = users;
    if (core.has(id)) files.set(id, 'core');
    else if ((table && entries.includes(table)) || users.length > 1) {
      files.set(id, entries.every((entry) => afterTable.has(entry)) ? 'table' : 'shared');
    } else if (user) {
      const isOwn = entries.every((entry) => afterGame.get(user)?.has(entry));
      files.set(id, isOwn ? `${games.get(user)}` : `${games.get(user)}-shared`);
    }
  }
  return files;
}

const GENERAL = ['core', 'shared', 'table'];

/** A plugin that plans the files, and the bundler's groups for them. A group takes along what its
 * modules import, so that the most general comes first. */
export function chunkGroups() {
  let files = new Map<string, string>();
  const group = (debugName: string, isFor: (file: string) => boolean, priority: number) => ({
    debugName,
    priority,
    name: (id: string) => {
      const file = files.get(id);
      return file && isFor(file) ? file : null;
    },
  });
  return {
    plugin: {
      name: 'chunks',
      buildEnd(this: Bundler) {
        files = plan(this);
      },
    },
    groups: [
      ...GENERAL.map((name, place) => group(name, (file) => file === name, GENERAL.length + 2 - place)),
      group('games and other pages', (file) => file.endsWith('-shared'), 2),
      group('games', (file) => !GENERAL.includes(file), 1),
    ],
  };
}
