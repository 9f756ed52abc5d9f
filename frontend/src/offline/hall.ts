// The local hall: this device's tables, what happens at them, and the messages that follow. It is
// for one person what kibitz/server/hall.py and socket.py are on the server.
//
// Every event takes the same path as there: step (pure) -> disk -> everyone who watches -> what is due.
import {
  PROTOCOL,
  type FromClient,
  type FromServer,
  type TableSummary,
  type Welcome,
} from "../messages";
import { Jobs } from "./advice/jobs";
import * as clock from "./clock";
import { dealOf, finished } from "./finished";
import { choose, hex, prepare, seal } from "./players";
import { lookBack, project, summary } from "./projection";
import { Refusal } from "./refusal";
import { rulesOf } from "./rules";
import { checkSetup } from "./setup";
import type { Shelf } from "./shelf";
import { create, step, type Happening } from "./step";
import type { RecordRow, Store, TableRow } from "./store";
import { ME, onTurn, pacesOf, playsItself, type Seat, type Table } from "./table";

const THINKING_MS = 800; // a bot that takes longer is shown to be thinking
const LOADING_MS = 3000; // how long a new table waits for its players' networks
const KEPT_SECONDS = 7 * 86_400; // finished tables that are still listed

interface Room {
  table: Table;
  row: TableRow;
  watchers: Map<Line, number | null>; // the last seq that each has seen
  timer: ReturnType<typeof setTimeout> | undefined;
  asking: string | null; // the position that a bot thinks about
  queue: Promise<unknown>; // events happen one after another
}

/** One connection of the page. */
export interface Line {
  say(message: FromServer): void;
}

/** Random bytes and the time, in seconds: handed in, so that a test can fix both. */
export interface World {
  now(): number;
  random(bytes: number): Uint8Array;
}

export class Hall {
  name = "";
  readonly jobs: Jobs;
  private readonly rooms = new Map<string, Room>();
  private loading: Promise<void> | null = null;

  constructor(
    readonly shelf: Shelf,
    readonly store: Store,
    private readonly world: World,
  ) {
    this.jobs = new Jobs(world.now, () => hex(world.random(8)));
  }

  /** Load the tables of this device, once. A table that cannot be read any more is left out. */
  open(): Promise<void> {
    this.loading ??= (async () => {
      for (const row of await this.store.tables()) {
        if (!row.open) continue;
        try {
          await this.load(row);
        } catch (error) {
          console.warn(`table ${row.id} cannot be loaded: ${String(error)}`);
        }
      }
    })();
    return this.loading;
  }

  private async load(row: TableRow): Promise<void> {
    let table = await this.begin(row);
    for (const { event, now } of row.happened) table = step(table, event, now);
    const old = table.status === "over" && this.world.now() - table.moved > KEPT_SECONDS;
    if (table.abandoned || old) return;
    const room = this.add(table, row);
    if (table.status === "playing" && table.setup.clock) {
      await this.happen(room, { kind: "Restart" });
    } else this.carryOut(room);
  }

  private async begin(row: TableRow): Promise<Table> {
    const { engine, scene } = await this.shelf.game(row.setup.game);
    const rules = rulesOf(engine, row.setup.options ?? {});
    const setup = checkSetup(row.setup, rules);
    return create({ id: row.id, rules, scene }, setup, ME, row.name, row.created);
  }

  private add(table: Table, row: TableRow): Room {
    const room: Room = {
      table,
      row,
      watchers: new Map(),
      timer: undefined,
      asking: null,
      queue: Promise.resolve(),
    };
    this.rooms.set(table.id, room);
    return room;
  }

  /** A seed for what is drawn at random. */
  seed(): bigint {
    return new DataView(this.world.random(8).buffer).getBigUint64(0);
  }

  tables(): TableSummary[] {
    return [...this.rooms.values()]
      .filter(({ table }) => !table.abandoned)
      .toSorted((a, b) => b.table.moved - a.table.moved)
      .map(({ table }) => summary(table, ME));
  }

  table(id: string): Table {
    return this.room(id).table;
  }

  private room(id: string): Room {
    const room = this.rooms.get(id);
    if (!room) throw new Refusal("unknown_table", "there is no such table");
    return room;
  }

  leave(line: Line): void {
    for (const room of this.rooms.values()) room.watchers.delete(line);
  }

  /** Answer one message of the page. */
  async hear(line: Line, message: FromClient): Promise<void> {
    const re = message.id ?? null;
    try {
      await this.open();
      const answer = await this.answer(line, message);
      line.say({ ...answer, re } as FromServer);
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      const code = error instanceof Refusal ? error.code : "bot_failed";
      line.say({ type: "refusal", re, code, sentence: (error as Error).message });
    }
  }

  private async answer(line: Line, m: FromClient): Promise<object> {
    switch (m.type) {
      case "hello":
        if (m.name) this.name = m.name;
        return this.welcome();
      case "ping":
        return { type: "ok" };
      case "create":
        return this.create(line, m.setup);
      case "watch": {
        const room = this.room(m.table);
        this.attend(room, line, m.since ?? null);
        return ok(room.table);
      }
      case "unwatch":
        this.rooms.get(m.table)?.watchers.delete(line);
        return { type: "ok" };
      case "look": {
        const { table } = this.room(m.table);
        const position = lookBack(table, ME, m.ply, m.seat ?? null);
        return { type: "looked", table: table.id, game: table.game, position };
      }
      case "emote":
        return ok(this.room(m.table).table); // nobody else is there to see it
      default: {
        const room = this.room(m.table);
        if (m.type === "move" && m.seq != null && m.seq < room.table.undone) {
          const text = "the position has changed since you looked: a move was undone";
          throw new Refusal("stale_move", text);
        }
        if (m.type === "start") await this.prepare(room.table, [m.bot ?? "simple"]);
        await this.happen(room, this.event(m));
        return ok(room.table);
      }
    }
  }

  private event(m: FromClient): Happening {
    const player = ME;
    switch (m.type) {
      case "move":
        return { kind: "Act", player, game: m.game, ply: m.ply, action: m.action };
      case "join":
        return { kind: "Sit", player, name: this.name, seat: m.seat ?? null };
      case "start":
        return { kind: "Start", player, bot: m.bot ?? "simple" };
      case "take_over":
        return { kind: "TakeOver", player, seat: m.seat };
      case "pace":
        return { kind: "Pace", player, pace_ms: m.pace_ms ?? null, paused: m.paused ?? null };
      case "undo":
        return { kind: "Undo", player };
      case "leave":
        return { kind: "Leave", player };
      case "come_back":
        return { kind: "ComeBack", player };
      case "rematch":
        return { kind: "Rematch", player };
      case "abandon":
        return { kind: "Abandon", player };
      case "resign":
        return { kind: "Resign", player };
      default:
        throw new Refusal("not_offline", "this needs a server");
    }
  }

  private async welcome(): Promise<Omit<Welcome, "re">> {
    const { version } = await this.shelf.index();
    const tables = this.tables().filter(({ status }) => status !== "over");
    return {
      type: "welcome",
      protocol: PROTOCOL,
      version,
      player: ME,
      name: this.name,
      tables,
    };
  }

  private async create(line: Line, setup: TableRow["setup"]): Promise<object> {
    const row: TableRow = {
      id: hex(this.world.random(8)),
      setup: await this.withOrigin(setup),
      name: this.name,
      created: this.world.now(),
      happened: [],
      open: true,
    };
    const table = await this.begin(row);
    await this.prepare(table, [...table.seats.map(({ bot }) => bot), table.setup.stand_in]);
    const room = this.add(table, row);
    await this.store.putTable(row);
    // The page hears of the table after the answer that names it.
    queueMicrotask(() => {
      this.attend(room, line, null);
      this.carryOut(room);
    });
    return ok(room.table);
  }

  /** Take the options of the game that is played again; refuse what does not fit it. */
  private async withOrigin(setup: TableRow["setup"]): Promise<TableRow["setup"]> {
    if (!setup.origin) return setup;
    const { record, ply = 0 } = setup.origin;
    const row = await this.record(record);
    if (row?.summary.game !== setup.game) {
      throw new Refusal("bad_setup", "there is no such finished game of this kind");
    }
    if (ply > 0 && ply >= row.summary.plies) {
      throw new Refusal("bad_setup", "the game is over at that position");
    }
    await dealOf(this.shelf, row, ply);
    return { ...setup, options: row.summary.options };
  }

  private async record(id: string): Promise<RecordRow | undefined> {
    return (await this.store.records()).find((row) => row.id === id);
  }

  /** Refuse players whose networks are not here. A slow load goes on while the first of them thinks. */
  private async prepare(table: Table, bots: (string | null | undefined)[]): Promise<void> {
    const names = new Set(bots.filter((bot) => typeof bot === "string"));
    const loaded = Promise.all([...names].map((bot) => prepare(this.shelf, table, bot)));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, LOADING_MS)));
    await Promise.race([loaded, late]).finally(() => clearTimeout(timer));
  }

  private attend(room: Room, line: Line, since: number | null): void {
    room.watchers.set(line, since);
    this.show(room, line);
  }

  private show(room: Room, line: Line): void {
    const since = room.watchers.get(line) ?? null;
    line.say(project(room.table, ME, this.world.now(), since));
    room.watchers.set(line, room.table.seq);
  }

  /** Apply an event: it is either refused, or written to disk and shown. */
  private happen(room: Room, event: Happening): Promise<void> {
    const next = room.queue.then(async () => {
      const now = this.world.now();
      const before = room.table.status;
      const table = step(room.table, event, now);
      room.table = table;
      room.row = {
        ...room.row,
        happened: [...room.row.happened, { event, now }],
        open: !table.abandoned,
      };
      const ended = table.status === "over" && before !== "over" && !table.abandoned;
      await this.store.putTable(room.row);
      if (ended) await this.store.putRecord(finished(table));
      for (const line of room.watchers.keys()) this.show(room, line);
      this.carryOut(room);
    });
    room.queue = next.catch(() => undefined);
    return next;
  }

  /** Begin a game, ask a bot, or set the clock: whatever is due now. */
  private carryOut(room: Room): void {
    const { table } = room;
    clearTimeout(room.timer);
    const seat = onTurn(table);
    if (table.status === "waiting" && table.seats.every(({ kind }) => kind !== "open")) {
      void this.deal(room);
    } else if (seat !== null && !playsItself(table.seats[seat] as Seat)) {
      if (!table.paused) void this.ask(room, seat);
    } else {
      const end = clock.deadline(table);
      if (end === null) return;
      const event: Happening = { kind: "Flag", game: table.game, ply: table.ply };
      const wait = Math.max(0, end - this.world.now()) * 1000;
      room.timer = setTimeout(() => this.happen(room, event).catch(() => undefined), wait);
    }
  }

  private async deal(room: Room): Promise<void> {
    const bytes = this.world.random(24);
    const salt = hex(bytes.slice(8));
    const known = await this.knownDeal(room.table);
    const seed = known?.seed ?? new DataView(bytes.buffer).getBigUint64(0);
    const sealed = await seal(seed, salt);
    const event: Happening = {
      kind: "Begin",
      seed: String(seed),
      salt,
      seal: sealed,
      actions: known?.actions ?? [],
      ...(known ? { botSalt: known.botSalt } : {}),
    };
    await this.happen(room, event).catch(() => undefined); // somebody left meanwhile
  }

  /** The deal of a finished game, for the first game of a table that plays it again. */
  private async knownDeal(table: Table): Promise<Awaited<ReturnType<typeof dealOf>> | null> {
    const { origin } = table.setup;
    if (!origin?.record || table.game > 0) return null;
    const row = await this.record(origin.record);
    return row ? dealOf(this.shelf, row, origin.ply) : null;
  }

  /** Ask a bot for its move and make it; a bot that fails is replaced. */
  private async ask(room: Room, seat: number): Promise<void> {
    const { table } = room;
    const here = { seat, game: table.game, ply: table.ply };
    const key = `${table.game} ${table.ply} ${table.undone} ${table.seats[seat]?.bot}`;
    if (room.asking === key) return;
    room.asking = key;
    const bot = table.seats[seat]?.bot as string;
    const slow = setTimeout(() => {
      const message = { type: "thinking" as const, table: table.id, seat, bot, ply: table.ply };
      for (const line of room.watchers.keys()) line.say(message);
    }, THINKING_MS);
    let event: Happening;
    try {
      event = { kind: "BotActs", ...here, action: await choose(this.shelf, table, bot) };
    } catch (error) {
      console.error(error);
      event = { kind: "Replace", ...here, reason: "bot_failed" };
    }
    clearTimeout(slow);
    const at = table.turnAt + (pacesOf(table) * table.paceMs) / 1000;
    await new Promise((resolve) => setTimeout(resolve, (at - this.world.now()) * 1000));
    if (room.asking !== key) return;
    room.asking = null;
    await this.happen(room, event).catch(() => this.carryOut(room));
  }
}

const ok = (table: Table): object => ({ type: "ok", table: table.id, seq: table.seq });
