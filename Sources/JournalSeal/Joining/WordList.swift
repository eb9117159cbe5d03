/// The words of secrets and fingerprints that people read aloud, type and compare: 2,048 plain English words of four to
/// eight letters, in their order, no two of which begin with the same four letters.
///
/// The list is this program's own. It never changes: a word's place in it is its meaning.
enum WordList {
  /// Letters that tell a word from all others.
  static let telling = 4

  /// All words, in the order of the alphabet.
  static let words: [String] = text.split { $0 == " " || $0.isNewline }.map(String.init)

  private static let text = """
    abbey accord acid acorn acre action actor adapt address admire adore adult advance adverb advice aerial afraid
    after again agree airport aisle alarm album algae algebra alive alley almond alpine amazing amber amount ample
    anchor ancient angle animal ankle announce annual answer antenna anthem antique anvil apart apex apple apricot
    apron aquarium arcade archer arctic arena arise army aroma arrange arrive arrow article ascend ashore assembly
    aster athlete atlas atom attic auction audio august author autumn avenue aviary away axis axle baby bachelor
    bacon badge baffle bagel baggage ball bamboo banana band banjo bank banner barber barge barn barrel basic basket
    bass batch bath battery bazaar beach bead beam bean bear beast beauty beaver bedroom beep beetle belief bell
    belt bench bend benefit better bicycle bike binder birch bird birth biscuit bison bistro blade blast blaze
    bleach blend bless blimp blind block bloom blossom blouse blue blunt blush board boat bobcat body boil bold bolt
    bonfire bongo bonus book boost border bore boss botany bottle boulder bowl boxes brain brake bramble branch
    brass brave bread breeze brick bridge brief bright bring brisk broad bronze brook brother brown brush bubble
    bucket budget buffalo buggy build bulb bulletin bunch bundle burn burst bushel business busy butter buyer buzz
    cabbage cabin cable cactus cadet cafe cage cake calcium calendar calm camel camp canal candle canoe canvas
    canyon cape capital captain carbon card career carpet carry cart carve cascade case cash castle casual cattle
    cave cedar ceiling celery cement census century chain chalk chamber chapter charm chase chatter cheap cheese
    chef cherry chess chief child chimney chin chip chisel chorus chrome chuckle church chutney cider cinema
    cinnamon cipher circle citizen citrus city civil clarinet class clay clean clerk clever cliff climb clinic clip
    cloak clock close cloth cloud clover clown club clue cluster coach coal coast coat cobalt cobble cobweb cockpit
    cocoa code coffee coil coin cold collar column comfort comic concert cone confetti cook cool copper copy coral
    cord core cork corn correct cosmic cost cotton couch cough course cousin cover cowboy coyote crab cracker cradle
    craft crane crater crayon cream credit crest crew cricket crisp critic crop croquet cross crowd cruise crumb
    crunch crush crystal cube cuckoo cucumber cuddle cuff culture cupboard curious curtain curve cycle cymbal
    cypress dahlia daily dairy daisy damp dance daring dark dash data date daughter dawn daylight dazzle december
    deck decorate deep deer delta denim dentist depth desert diagram dial diamond diary dice diesel diet dignity
    dinghy dinner dinosaur diploma dish display distance ditch doctor dodge dollar dolphin domain dome domino donkey
    donor door dormouse dose dough dove dozen draft dragon drama draw dream dress drift drill drink drive drop drum
    duck duet dugout duke dune dusk dust eager eagle earth easel east easy ebony echo eclipse ecology economy edge
    elastic elbow elder electric elegant element elephant elevate embark ember emerald encore engine enjoy enter
    entry envelope envy epic episode equal escort essay evening exit eyebrow fable fabric face faith falcon fall
    family famous farewell farm fashion father fawn feast feather february feline fence fennel fern ferry festival
    field fifteen figure file fill film filter final fine finger fire firm first fish fitness fjord flag flame
    flannel flap flash flat fleet flick flight flint flip float flock flood flow fluid flurry flute flyer foal foam
    focus foil folder food foot forest fork form fort forum fossil found foyer frame freckle free fresh frigate
    frock frog front frost frozen fruit fudge fuel full fungus funny furnace future gable gadget galaxy gallery game
    gander gangway garage garden garlic garment garnet gasket gather gauge gaze gear gecko genius gentle geyser
    giant gift giggle ginger giraffe girl glacier glad glass glaze gleam glide glimpse globe glory glove glow glue
    gnome goat goblet gold golf gondola good goose gopher gorge gourmet gown grab grace grain grand grape grass
    gravity green grid grill grin grip grocery groom grotto group grove grow grumble guard guest guide guild guitar
    gulf gull guppy gutter haddock hail half hallway halo hamlet hammer hamster hand hanger happy hard hare harmony
    harness harp harvest hatch hawk hazel head health heart heat heavy hedge height helium helmet herald herb hero
    hiccup highway hiking hill hinge hint hippo history hive hobby hockey holiday hollow home hood hoof hook hope
    horizon horn horse hose hospital host hotel hover huddle human humble hummus hunt husband hydrant hyena hymn
    ibex iceberg icicle icing icon identity igloo ignite iguana image indigo indoor inkwell inlet inner innocent
    input insect invent iodine iris iron island ivory jacket jaguar january jargon jasmine jazz jeans jelly jersey
    jetty jewel jigsaw jingle jockey joke jolly journey jovial jubilee judge juggle juice july jumbo jump june
    jungle junior jury kale kangaroo karate kayak kebab kelp kennel kernel ketchup kettle keyboard khaki kick kilt
    kimono kind king kiosk kipper kitchen kite kitten kiwi knapsack knife knit knob koala lace ladder lady lagoon
    lake lamb lamp lance land lantern lapel laptop large lark laser lasso last latch latitude lattice laugh launch
    lava lavender lawn layer lazy leaf league leash leather lecture ledge leek leeway legend leisure lemon lemur
    lens lentil leopard letter liberty library lichen lift light lilac lily limb lime lion liquid list little lizard
    llama loaf lobby lobster local locust lodge loft logic long loom loop lorry lottery lotus loud lounge love loyal
    lozenge lucky luggage lullaby lumber lunar lunch lute luxury lyric macaroni machine magic magma magnet magpie
    mahogany maiden major mallard mammal mango manner manor maple marble march margin marine market marmot maroon
    marry marzipan mascot mask mason master material math mayor maze meadow meal mechanic media medley melody melt
    menu merchant merge mesh message metal meteor metro midnight mild milk mill mimic mimosa mind mineral mint
    miracle mirror mission misty mitten moat mobile mocha model module mohair mole monday monitor monkey monster
    month moon moor moose morning mosaic moss motor motto mound mouse mouth muffin mulberry mule mural murmur museum
    mushroom music mussel mustard muzzle mystery nacho nail napkin nature nautical navel navy neat nebula neck
    nectar neon nephew nerve nest network news newt nibble nice nickel niece night nimble nine noble noise nomad
    noodle nook north nose nostril notable note nougat novel nozzle nuclear nugget number nurse nutmeg nutshell
    nylon oasis oath oatmeal obelisk oboe ocean octave october office ogre olive olympic onion online onyx opal
    opaque open opera opinion oracle orange orbit orchard order ordinary oregano organ orient origin oriole ornament
    ostrich other otter ounce outback outdoor outer outlet oval ovation oven oxygen oyster ozone pace package paddle
    page pagoda paint palace palette palm pamphlet panda panel panic panther papaya paper paprika parade parcel
    parent park parrot parsley party paste patch path patrol pave peace peanut pear pebble pecan pelican pencil
    penguin penny people pepper perch pesto petal pewter pheasant phone photo physics piano piccolo pick picnic
    picture pier pigeon pike pile pillow pilot pinch pine pink pint pioneer pipe piston pitch pivot pixel pizza
    place plaid planet plaster plate play plaza plot plover plug plum plunge poach pocket podium poem poet poise
    polar police polka pollen polo pond pony pool popcorn poplar poppy popular porch porridge portion postcard
    potato pottery pouch powder prawn prelude pride print prism prize project proper prosper protect proud provide
    prune public pudding puffin pull pulse puma pump punch pupil puppet purchase purple purr purse push puzzle
    pyramid quack quaint quality quantum quarter quay queen quench query quest quick quiet quilt quince quiver quiz
    quota rabbit raccoon race rack radar radio raft rail raise rake rally ramble ramp ranch random range rapid rare
    rather rattle raven ravine razor reach read real reason rebuild recall receive recipe record recycle reduce
    redwood reed reef refill reflect reform refuse region regret regular rehearse reject relax release relief rely
    remain remember remind remote render renew rent repair repeat replace report reptile request rescue resemble
    resist resort result retain retire return reunion reveal review reward rhino rhubarb rhyme rhythm ribbon rice
    rich riddle ride ridge right rigid rink rinse ripple rise risk rival river road roam roast robin robot robust
    rocket rodeo romance roof rookie room rooster root rope rotate rotor rough round rover rowboat rowing royal
    rubber ruby rucksack rudder rude ruffle rugby rugged ruin rule rumble runway rural rush rust sack saddle sadness
    safari safe saffron saga sage saint salad salmon salon salsa salt salute same sample sand sapling sapphire
    sardine sash satin saturn sauce sausage savanna save scale scamper scan scarf scatter scenic scheme school
    science scissors scone scoop scope score scout scrap screen script scroll scuba sculptor seagull seal search
    season seat second secret section security sedan seek segment select self seminar senate senior sense sentence
    separate sepia sequel serene series service sesame session settle seven sewing shadow shaft shake shallow shape
    share shave shawl shed sheep shelf sheriff shield shift shine ship shirt shiver shoal shock shoe shop shore
    shoulder shovel show shred shrimp shrug shuffle shutter siblings sickle side siege siesta sieve sign silent silk
    silly silo silver similar simmer simple since sing siren sister situate sixteen size sizzle skate sketch skill
    skin skipper skirt skunk slab slalom slate sled sleep sleigh slender slice slide slight slim sling slipper
    slogan sloop slope slot slow slumber slush small smart smile smock smoke smooth smudge snack snail snake snap
    snare sneeze sniff snooze snorkel snout snow snug soap soar soccer social sock soda sofa soft soil solar soldier
    solid solo solution solve sonata song sonnet soon soothe sorbet sorrel sort sound soup source south space spade
    spark spatula spawn speak special speed spell spend sphere spice spider spike spin spiral splash splendid split
    spoil sponge spoon sport spot spray spread spring sprout spruce square squeeze squid stable stadium staff stage
    stallion stamp stand star state stay steam steep stem stencil step stereo steward stick still sting stir stock
    stomach stone stool store stout stove strand street strike strong stubble studio stuff stump style subject
    submit subway success such sudden sugar suggest suit summer sunday super supper sure surf surprise survey
    suspect sustain swallow swamp swan swap swarm sweater sweet swift swim swing swirl switch swoop sword sycamore
    syllable symbol symphony syrup system table tackle taco tactic tadpole taffy tailor take talent talk tall tame
    tandem tangle tank tape target tariff tarragon tartan tassel taste tavern taxi teach teak team teapot tell
    tenant tender tennis tent term test text thank that theme then theory there they thick thimble thing third this
    thorn thought thread thrive throne thrush thud thumb thunder thursday thus thyme tiara ticket tidy tiger tight
    tile till timber time tinsel tiny tire tissue titan title toad toast tobacco toboggan today toddler toffee toga
    together token tomato tomorrow tone tongue tonic tool tooth topaz topic topple torch tornado torrent tortoise
    toss total totem touch tough tour toward towel town track trade traffic trail transit trapeze travel trawler
    tray treasure treble tree trellis trend trial tribe trick trigger trim trinket trio triple triumph trophy trout
    trowel truck true truffle trumpet trunk trust truth tuba tube tuesday tugboat tulip tumble tuna tundra tunic
    tunnel turbine turkey turmeric turnip turret turtle tutor tuxedo tweed twelve twenty twice twig twin twirl twist
    type typhoon typical udder ukulele umbrella unable uncle uncover under undo unfair unfold unhappy unicorn
    uniform union unique unit universe unknown unlock until unusual update upgrade uphill uphold upper upright upset
    upstairs urban urge usage used useful usher usual utensil utility utmost vacant vacuum vagabond vague valet
    valid valley value valve vanilla variety vast vault vehicle veil velvet vendor veneer venture verb version very
    vest veteran vibrate victory video view vigor villa vine vintage vinyl violin virtue visa vision visor vista
    visual vital vivid vixen vocal voice volcano vole volley volume vortex vote voucher vowel voyage wade wafer
    waffle wage wagon walk wall walnut walrus waltz wander want warble warden warm warren wash wasp waste watch
    water wave wealth wear weasel weave wedding wedge weed weekend welcome welder west wheat wheel when where whirl
    whisper white whole wide width wigwam wild will winch window wine wing winner winter wire wisdom wise wish wisp
    witness wizard wobble wolf woman wombat wonder wood wool word work world worth wrap wreath wren wrestle wrinkle
    wrist write wrong yacht yard yawn year yeast yellow yeti yield yodel yoga yolk young your youth yucca zebra
    zenith zero zest zigzag zinc zipper zodiac zone zoology zoom zucchini
    """
}
