/**
 * Canonical given names and the short forms, pet names and spellings that stand for them, in lower case without
 * diacritics, as `canonical: variant variant …`. A variant may be listed under several names (pat: patricia, patrick)
 * and then stands for each of them. Names of other scripts are in the transformer's transliteration (Саша → sasha).
 *
 * Source: compiled for this project from everyday knowledge of the languages; not taken from any list. Names and their
 * short forms are facts without a licence.
 */
export const nicknameLines = `
aaron: erin arron ron
abigail: abby abbie abbey gail abi
abraham: abe abram bram
adelaide: addie della adele
agnes: aggie nessie
albert: al bert bertie albie
alexander: alex alec sandy xander sasha lex aleksandr alexandr aleksander oleksandr alik alessandro sandro alejandro
alexandra: alex sandra sandy lexi lexie sasha aleksandra oleksandra alessandra alejandra
alfred: al alf alfie fred
alice: allie alys
alison: ali allison alyson
alan: al allan allen
amanda: mandy manda
amelia: amy millie
andrew: andy drew andi
andrea: andi
angela: angie angel
ann: anne annie nan nancy
anna: anya anja ania annie anka
anthony: tony ant toni antony
antonia: toni tonia
archibald: archie
arthur: art artie
augustus: gus august
barbara: barb barbie babs basia bobbie
bartholomew: bart
beatrice: bea trixie beatrix
benjamin: ben benny benji bennie
bernard: bernie barney bernhard
beverly: bev beverley
bradley: brad
bridget: biddy bridie
caroline: carrie caro carolyn carolin
cameron: cam
catherine: cathy kathy kate katie kitty kat cath kay katherine kathryn catharine katharine kathrine katy
cecilia: celia cissy cecily
charles: charlie chuck chas chip charley
charlotte: charlie lottie char lotte
christina: chris chrissy tina christine kristina kristine christa christie kirsten
christopher: chris kit topher kristopher
clara: claire clare
clifford: cliff
constance: connie
cornelius: neil con
curtis: curt kurt
cynthia: cindy
daniel: dan danny dani
danielle: dani daniela daniella
david: dave davey davy
deborah: debbie deb debra debby
dennis: denny den
dolores: lola dolly
dominic: dom nic dominick dominik
donald: don donnie donny
dorothy: dot dottie dolly dora
douglas: doug dougie
edith: edie
edmund: ed eddie ned edmond
edward: ed eddie eddy ned ted teddy
edwin: ed eddie
eleanor: ellie nell nora ella lenora elinor eleonore
elizabeth: liz beth betty bess lizzie eliza betsy libby elsie lisa bessie lizzy elisabeth elise
ellen: nell nellie ellie
emily: em emmy millie
emma: em emmy
eric: erik erich rick
ernest: ernie ernst
eugene: gene
evelyn: eve evie
ezekiel: zeke
florence: flo flossie
frances: fran fanny frannie francie
francis: frank fran frankie
franklin: frank frankie
frederick: fred freddie freddy fritz frederic fredrick
gabriel: gabe gabi
gabrielle: gabby gabi gabriele gabriella
geoffrey: geoff jeff jeffrey jeffery
george: georgie jorge
gerald: jerry gerry
gerard: jerry gerry gerhard
gertrude: gert trudy gertie
gilbert: gil bert
gordon: gord
grace: gracie
gregory: greg gregg
gwendolyn: gwen wendy
harold: hal harry
harriet: hattie
helen: nell nellie ellen lena helena helene
henry: harry hank hal
herbert: herb bert
howard: howie
hubert: hugh
hugo: hugh
ignatius: iggy
irene: rena
isaac: ike zac
isabel: bella belle izzy isabella isabelle isobel
isidore: izzy
jacob: jake jakob
james: jim jimmy jamie jimmie jem jas
jane: janie jenny
janet: jan
jacqueline: jackie jacqui
jason: jay
jean: jeannie
jennifer: jen jenny jenn jennie
jeremy: jerry jeremiah
jerome: jerry
jessica: jess jessie
joan: joanie
joanna: jo joann joanne asia johanna
john: jack johnny jon johnnie jock
jonathan: jon johnny jonny nathan johnathan jonathon
joseph: joe joey jo josef jos
josephine: jo josie fina
joshua: josh
joyce: joy
judith: judy judi judie
julia: julie jules
julian: jules
katarzyna: kasia kaska
karen: kari
kathleen: kathy kath katie
kenneth: ken kenny
kimberly: kim kimberley
lawrence: larry laurie laurence lorenz
leonard: leo len lenny
leslie: les
lewis: lou louie louis
lillian: lily lil lilian
louise: lou louisa
lucas: luke lukas
lucy: lu lucille lucia
margaret: maggie meg peggy peggie marge margie greta rita daisy madge margot peg margarete margarita
maria: marie mary mia masha mariya mitzi
martha: marty patty
martin: marty
martina: tina
mary: molly polly mae mamie minnie
matilda: tilly mattie mathilda
matthew: matt matty mathew mat
maureen: mo
maurice: mo morris
maximilian: max maxi
maxwell: max
megan: meg
melanie: mel
melissa: mel missy lissa
melvin: mel
michael: mike mick mickey mikey micheal mickie
michelle: shelly shell michele
mildred: millie
mitchell: mitch
mohammed: mohamed muhammad mohammad muhammed mohamad mhmd mhd mohd mo
ahmed: ahmad ahmd
hussein: husayn hussain husein hsyn
yousef: yusuf youssef yousuf joussef ywsf
morris: mo
nancy: nan
natalie: nat nattie
nathaniel: nate nat nathan
nicholas: nick nicky nico nicolas nikolas klaus nic
nicole: nicky nikki
norman: norm
oliver: ollie
olivia: liv livvy
pamela: pam
patricia: pat patty trish tricia patsy
patrick: pat paddy rick
paul: pauly
pauline: polly paula
penelope: penny
peter: pete
philip: phil phillip pip philipp
phyllis: phyl
priscilla: cilla prissy
rachel: rae shelly
randall: randy
raymond: ray
rebecca: becky becca reba rebekah
reginald: reg reggie
richard: rick rich dick richie ricky rickey
robert: bob bobby rob robbie robby bert bobbie
roberta: bobbie robbie
roderick: rod
rodney: rod
roger: rodge rudiger
roland: rolly
ronald: ron ronnie ronny
rosemary: rose rosie
roxanne: roxy
rudolph: rudy rudi rudolf
russell: russ
samantha: sam sammy
samuel: sam sammy
sarah: sally sara sadie
sebastian: seb basti bastian
sharon: shari
shirley: shirl
sidney: sid sydney
simon: si
solomon: sol
sophia: sophie sofia sofie zosia
stanley: stan
stephanie: steph steffi stefanie
stephen: steve stevie steven stephan stefan steffen
stuart: stu stewart
susan: sue susie suzy suzie suzanne susanne susanna susannah
sylvester: sly
sylvia: syl
tabitha: tabby
tamara: tammy
teresa: terry tess tessa theresa terri tracy therese
terence: terry terrance terrence
theodore: ted teddy theo
theodora: dora theo
thomas: tom tommy thom
timothy: tim timmy
tobias: toby tobi
ursula: uschi ulla
valentine: val
valerie: val
vanessa: nessa
veronica: ronnie vera
victor: vic viktor vitya
victoria: vicky vicki vikki tori
vincent: vince vinny
virginia: ginny ginger
vivian: viv
walter: walt wally
wilhelmina: minnie mina willa
william: bill billy will willy willie wm liam
winifred: winnie
winston: win
yvonne: vonnie
zachary: zach zack zac zachariah
andreas: andi anderl
anton: toni
christian: chris
elfriede: friedel
franz: franzl
friedrich: fritz friedl fiete
georg: schorsch jorg
gottfried: friedel
gunther: gunter guenter guenther
hannelore: hanne lore
heinrich: heinz heiner hein henrik
hildegard: hilde
ingeborg: inge
irmgard: irmi
joachim: achim jochen jo
johann: hans hannes johannes jan
josef: sepp jupp beppo
katharina: kathi kati katja katrin kathrin kate
konrad: conrad conny kurt
ludwig: lutz wiggerl
luise: lisl
magdalena: lena leni magda
manfred: manni fred
matthias: matze hias mathias mattias
michaela: michi
mihail: misha mikhail mykhailo
monika: moni
regina: gina
reinhard: reiner reinhardt
siegfried: sigi
sigmund: sigi
thorsten: torsten
ulrich: uli ulli
ulrike: uli ulli rike
wilhelm: willi willy helmi
wolfgang: wolf wolfi
alberto: beto
antonio: tono tonio toni nino
carlos: carlitos
concepcion: concha conchita
consuelo: chelo
eduardo: edu lalo
enrique: quique kike
federico: fede
fernando: nando fer
francisco: paco pancho frasco curro
francisca: paca paqui
gregorio: goyo
guadalupe: lupe lupita
guillermo: memo guille
ignacio: nacho
isabela: chabela
javier: javi xavier
jesus: chuy chus
jose: pepe chepe
josefa: pepa pepita
joaquin: quino chimo
lorenzo: enzo renzo
manuel: manolo manu lolo
mercedes: merche
miguel: migue
pilar: pili
rafael: rafa raphael
ramon: moncho
roberto: beto
rosario: charo
salvador: chava salva
santiago: santi chago
sergio: checo
vicente: chente
emmanuel: manu manny
frederic: fred
florian: flo
jacques: jacquot
nicolas: nico colas
sebastien: seb
stephane: steph
antonino: nino
domenico: mimmo
francesco: checco franco cecco
giovanni: gianni nanni gian
giuseppe: beppe peppe pino peppino
luigi: gigi gino
salvatore: totò toto turi
vincenzo: enzo
cornelis: kees cor
elisabeth: bep lies liesbeth sissi sisi lisa
geertruida: truus
hendrik: henk rik
jacobus: sjaak koos
petrus: piet
willem: wim pim
bartosz: bartek
jerzy: jurek
krzysztof: krzysiek
malgorzata: gosia
piotr: piotrek
stanislaw: staszek stas
tomasz: tomek
wojciech: wojtek
anastasiya: nastya anastasia stasia anastassia
anatoliy: tolya anatoly
aleksey: lyosha alyosha alexey alexei aleksei lesha
boris: borya
dmitriy: dima dmitry dmitri mitya dmitrij
ekaterina: katya yekaterina katia
elena: lena yelena
evgeniy: zhenya evgeny yevgeny eugeniy
evgeniya: zhenya evgenia yevgeniya
grigoriy: grisha grigory
irina: ira iryna
ivan: vanya
konstantin: kostya konstantinos kostas
nataliya: natasha natalia natalya
nikolay: kolya nikolai nikolaos nikos
olga: olya
pavel: pasha
sergey: seryozha serezha sergei serge
svetlana: sveta
tatyana: tanya tatiana tania
vladimir: volodya vova vladimír volodymyr
vyacheslav: slava
yuriy: yura yuri iuri jurij
aikaterini: katerina
dimitrios: dimitris mitsos
georgios: giorgos yorgos yiorgos
ioannis: yannis giannis ioannes
panagiotis: panos takis
`;
