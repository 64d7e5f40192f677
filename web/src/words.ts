// The words of the page, in English and French. Texts of the library (diagnostics, names) are shown unchanged.

export type Language = "en" | "fr";

const WORDS = {
  tagline: ["Puzzles of pieces and boards: draw one, ask how many solutions it has, share it.", "Casse-tête de pièces et de plateaux : dessinez, comptez les solutions, partagez."],
  puzzles: ["Puzzles", "Casse-tête"],
  newPuzzle: ["New puzzle", "Nouveau"],
  newPuzzleLong: ["Draw a new puzzle", "Dessiner un casse-tête"],
  openFile: ["Open a file", "Ouvrir un fichier"],
  openHint: ["or drop one anywhere: .cmb, .dlx, .json", "ou déposez-le ici : .cmb, .dlx, .json"],
  language: ["Français", "English"],
  dark: ["Dark", "Sombre"],
  light: ["Light", "Clair"],
  draw: ["Draw", "Dessin"],
  write: ["Write", "Texte"],
  matrix: ["Matrix", "Matrice"],
  textLabel: ["Text of the puzzle", "Texte du casse-tête"],
  problem: ["Problem", "Problème"],
  solve: ["Solve", "Résoudre"],
  next: ["Next", "Suivante"],
  all: ["All solutions", "Toutes"],
  count: ["Count", "Compter"],
  orbits: ["Count up to symmetry", "Compter à symétrie près"],
  representatives: ["All up to symmetry", "Toutes à symétrie près"],
  unique: ["Just one?", "Unique ?"],
  sample: ["At random", "Au hasard"],
  estimate: ["How hard?", "Difficile ?"],
  certain: ["What is certain", "Ce qui est certain"],
  puzzle: ["Make a puzzle", "Créer un jeu"],
  more: ["More questions", "Autres questions"],
  stop: ["Stop", "Arrêter"],
  seed: ["Seed", "Graine"],
  answers: ["Answers", "Réponses"],
  askHint: ["Press Solve, or ask another question.", "Appuyez sur Résoudre, ou posez une autre question."],
  noSolution: ["There is no solution.", "Il n'y a pas de solution."],
  noSolutionProved: ["The whole search was run, so this is certain.", "Toute la recherche a été faite : c'est certain."],
  reason: ["Why: {0}", "Pourquoi : {0}"],
  whyCell: ["no piece fits on the cell {0}.", "aucune pièce ne peut couvrir la case {0}."],
  whyPiece: ["the piece {0} must be used and fits nowhere.", "la pièce {0} est obligatoire et n'entre nulle part."],
  whyEven: ["{2}, the board has {0} dark cells and {1} light ones, but every piece covers as many of either.", "{2}, il y a {0} cases foncées et {1} claires, mais chaque pièce en couvre autant des unes que des autres."],
  chessboard: ["colored like a chessboard", "colorié en damier"],
  columns: ["colored by columns", "colorié par colonnes"],
  rows: ["colored by rows", "colorié par rangées"],
  layersColored: ["colored by layers", "colorié par couches"],
  counted: ["{0} solutions", "{0} solutions"],
  countedOne: ["1 solution", "1 solution"],
  countedOrbits: ["{0} solutions up to symmetry", "{0} solutions à symétrie près"],
  countedOrbitsOne: ["1 solution up to symmetry", "1 solution à symétrie près"],
  symmetries: ["The puzzle has {0} symmetries.", "Le casse-tête a {0} symétries."],
  countedBy: ["Counted by the engine {0}, because {1}.", "Compté par le moteur {0} ({1})."],
  isUnique: ["There is exactly one solution.", "Il y a une seule solution."],
  isNotUnique: ["There are several solutions: here are two.", "Il y a plusieurs solutions : en voici deux."],
  stopped: ["Stopped.", "Arrêté."],
  stoppedAtLeast: ["Stopped: at least {0} solutions. There may be more.", "Arrêté : au moins {0} solutions. Il peut y en avoir d'autres."],
  stoppedNone: ["Stopped before a solution was found. There may be some.", "Arrêté avant d'avoir trouvé une solution. Il peut y en avoir."],
  listedAll: ["All {0} solutions.", "Les {0} solutions."],
  listedSome: ["The first {0} solutions.", "Les {0} premières solutions."],
  listedOrbits: ["All {0} solutions up to symmetry.", "Les {0} solutions à symétrie près."],
  showMore: ["Find more", "En chercher d'autres"],
  solutionNumber: ["Solution {0}", "Solution {0}"],
  noMore: ["That was the last solution: {0} in all.", "C'était la dernière : {0} en tout."],
  sampled: ["A solution at random, each equally likely (seed {0}).", "Une solution au hasard, toutes équiprobables (graine {0})."],
  estimateExact: ["The whole search was run: {0} nodes, {1} solutions.", "Toute la recherche a été faite : {0} nœuds, {1} solutions."],
  estimateNodes: ["About {0} nodes ({1} to {2}).", "Environ {0} nœuds ({1} à {2})."],
  estimateSolutions: ["About {0} solutions ({1} to {2}).", "Environ {0} solutions ({1} à {2})."],
  estimateRough: ["About {0}, very roughly.", "Environ {0}, très approximativement."],
  estimateNothing: ["No probe met a solution: their number is unknown.", "Aucune sonde n'a rencontré de solution : leur nombre est inconnu."],
  certainSome: ["{0} placements are in every solution.", "{0} placements sont dans toute solution."],
  certainNone: ["No placement is certain without a search.", "Aucun placement ne se déduit sans recherche."],
  certainNever: ["There is no solution: nothing can cover {0}.", "Il n'y a pas de solution : rien ne peut couvrir {0}."],
  puzzleMade: ["{0} clues that leave one solution (seed {1}).", "{0} indices qui ne laissent qu'une solution (graine {1})."],
  showSolution: ["Show the solution", "Montrer la solution"],
  showClues: ["Show the clues", "Montrer les indices"],
  searching: ["Searching", "Recherche"],
  foundSoFar: ["{0} found", "{0} trouvées"],
  nodes: ["{0} nodes", "{0} nœuds"],
  left: ["{0} left", "reste {0}"],
  leftUnknown: ["time left unknown", "durée restante inconnue"],
  board: ["Board", "Plateau"],
  grid: ["Grid", "Grille"],
  square: ["Squares", "Carrés"],
  hexagon: ["Hexagons", "Hexagones"],
  triangle: ["Triangles", "Triangles"],
  cube: ["Cubes", "Cubes"],
  width: ["Width", "Largeur"],
  height: ["Height", "Hauteur"],
  depth: ["Layers", "Couches"],
  layer: ["Layer {0}", "Couche {0}"],
  brushCell: ["Cell", "Case"],
  brushGap: ["May stay empty", "Peut rester vide"],
  brushOff: ["No cell", "Pas de case"],
  fill: ["Fill", "Remplir"],
  clear: ["Clear", "Vider"],
  undo: ["Undo", "Annuler"],
  redo: ["Redo", "Rétablir"],
  closed: ["Edges", "Bords"],
  closedNone: ["Edges all around", "Bords tout autour"],
  closedTorus: ["Torus", "Tore"],
  closedCylinder: ["Cylinder", "Cylindre"],
  boardHelp: ["Arrow keys move, the space bar changes a cell.", "Les flèches déplacent, la barre d'espace change une case."],
  cellAt: ["column {0}, row {1}: {2}", "colonne {0}, rangée {1} : {2}"],
  pieces: ["Pieces", "Pièces"],
  noPieces: ["No pieces yet: add some from a set, or draw one.", "Pas encore de pièces : prenez-en dans un jeu, ou dessinez-en une."],
  addPieces: ["Add pieces", "Ajouter des pièces"],
  addAll: ["Add all {0}", "Ajouter les {0}"],
  fromSet: ["From the set", "Du jeu"],
  drawPiece: ["Draw a piece", "Dessiner une pièce"],
  pieceName: ["Name", "Nom"],
  turned: ["Turned", "Tournée"],
  turnNot: ["Not turned", "Non tournée"],
  turnHalf: ["Half a turn", "Demi-tour"],
  turnAll: ["Any turn", "Tous les tours"],
  mirrored: ["Mirrored", "Retournée"],
  least: ["From", "De"],
  most: ["to", "à"],
  any: ["any", "sans limite"],
  color: ["Color", "Couleur"],
  shape: ["Shape", "Forme"],
  remove: ["Remove", "Retirer"],
  done: ["Done", "Terminé"],
  cells: ["{0} cells to cover, {1} cells in the pieces", "{0} cases à couvrir, {1} cases dans les pièces"],
  mendText: ["The text has mistakes, so it cannot be drawn. Correct it under “Write”.", "Le texte contient des erreurs : corrigez-le sous « Texte » pour revoir le dessin."],
  notDrawn: ["This puzzle has no drawing.", "Ce casse-tête n'a pas de dessin."],
  share: ["Share and keep", "Partager et garder"],
  copyLink: ["Copy link", "Copier le lien"],
  copied: ["Copied: the link holds the whole puzzle.", "Copié : le lien contient tout le casse-tête."],
  saveText: ["Text", "Texte"],
  saveSvg: ["SVG", "SVG"],
  savePng: ["PNG", "PNG"],
  saveCut: ["Sheet to cut", "Planche à découper"],
  saveStl: ["STL to print", "STL à imprimer"],
  kerf: ["Kerf (mm)", "Trait de coupe (mm)"],
  side: ["Cell (mm)", "Case (mm)"],
  play: ["Watch the search", "Suivre la recherche"],
  layers: ["Layers", "Couches"],
  solid: ["In 3-D", "En 3-D"],
  exploded: ["Exploded", "Éclaté"],
  turnHint: ["Drag to turn, or use the arrow keys.", "Glissez pour tourner, ou utilisez les flèches."],
  badLink: ["This link cannot be read: it may be cut off.", "Ce lien est illisible : il est peut-être tronqué."],
  badFile: ["“{0}” cannot be opened: the page reads .cmb, .dlx and .json.", "« {0} » ne s'ouvre pas : la page lit .cmb, .dlx et .json."],
  tooLarge: ["“{0}” is larger than 5 MB.", "« {0} » dépasse 5 Mo."],
  badPuzzle: ["There is no puzzle “{0}” here.", "Il n'y a pas de casse-tête « {0} » ici."],
  bug: ["This is a bug in Combien: {0}", "Ceci est un bogue de Combien : {0}"],
  noProblem: ["The text defines no problem yet.", "Le texte ne définit pas encore de problème."],
  mistakes: ["{0} mistakes", "{0} erreurs"],
  mistakeOne: ["1 mistake", "1 erreur"],
  line: ["line {0}", "ligne {0}"],
  nothingSent: ["Everything happens in this browser: nothing is sent anywhere.", "Tout se passe dans ce navigateur : rien n'est envoyé."],
  month: ["Month", "Mois"],
  day: ["Day", "Jour"],
  solutionsList: ["Solutions", "Solutions"],
  skip: ["Skip to the answers", "Aller aux réponses"],
  close: ["Close", "Fermer"],
  items: ["{0} options, {1} items", "{0} options, {1} éléments"],
} as const satisfies Record<string, readonly [string, string]>;

export type Word = keyof typeof WORDS;

let language: Language = "en";

export function setLanguage(next: Language): void {
  language = next;
  document.documentElement.lang = next;
}

export const currentLanguage = (): Language => language;

/** A phrase in the language of the page, with values in it. */
export function t(word: Word, ...values: (string | number)[]): string {
  const phrase: string = WORDS[word][language === "en" ? 0 : 1];
  return phrase.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ""));
}

/** One of two texts, by the language of the page. */
export const said = (pair: readonly [string, string]): string => pair[language === "en" ? 0 : 1];

/** A whole number of any size, its digits in groups. */
export function grouped(digits: string | number | bigint): string {
  return BigInt(typeof digits === "number" ? Math.round(digits) : digits).toLocaleString(language);
}

/** Seconds in words that are as exact as the number is. */
export function duration(seconds: number): string {
  const units: [number, string][] = [[31_557_600, language === "en" ? "years" : "ans"], [86_400, language === "en" ? "days" : "jours"], [3600, "h"], [60, "min"], [1, "s"]];
  for (const [size, unit] of units) {
    if (seconds >= size * 1.5 || size === 1) return `${grouped(Math.max(1, Math.round(seconds / size)))} ${unit}`;
  }
  return "";
}
